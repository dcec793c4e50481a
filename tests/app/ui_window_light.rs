//! Surroundings in the real window: named at the start, dropped, turned by a drag, and in what is exported.

use std::path::Path;

use serde_json::Value;

use crate::light::panorama;
use crate::ui_window::{Desk, number};
use crate::xdnd;

/// Mantissas and exponent of one radiance from everywhere.
const RED: [u8; 4] = [180, 30, 30, 128];
const GREEN: [u8; 4] = [30, 180, 30, 128];

/// Exports the picture that shows to where the window proposes.
fn exported(desk: &Desk, count: u64) -> image::RgbaImage {
    desk.key("ctrl+e");
    let open = desk.until("Ctrl+E asks what to export", |s| s["output"]["open"] == true);
    let path = Path::new(open["output"]["path"].as_str().unwrap()).to_owned();
    desk.key("Return");
    let made = desk.until("Enter exports", |s| {
        (s["output"]["count"] == count && s["output"]["making"] == false) || s["output"]["exists"] == true
    });
    if made["output"]["exists"] == true {
        desk.key("Return");
        desk.until("asked twice, it is replaced", |s| {
            s["output"]["count"] == count && s["output"]["making"] == false
        });
    }
    image::open(path).unwrap().to_rgba8()
}

#[test]
fn surroundings_come_by_argument_and_by_drop_and_are_in_what_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let [red, green, broken] = ["red.hdr", "green.HDR", "broken.exr"].map(|name| folder.path().join(name));
    panorama(&red, |_| RED);
    panorama(&green, |_| GREEN);
    std::fs::write(&broken, b"no picture").unwrap();
    let asked = red.to_str().unwrap();
    let more = ["--background", "environment", "--tone-mapping", "none"];
    let Some(desk) = Desk::new(&[&["sample:chapter_rig", "--environment", asked][..], &more].concat()) else {
        return;
    };
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    let by = |name: &'static str| {
        move |s: &Value| {
            s["light"]["by_picture"] == true
                && s["light"]["picture"] == name
                && s["light"]["loading"].is_null()
        }
    };
    let lit = desk.until("the picture of the command line lights", by("red.hdr"));
    assert_eq!(
        (&lit["light"]["tone_mapping"], &lit["error"]),
        (&"none".into(), &Value::Null)
    );
    desk.settled();
    let behind = exported(&desk, 1).get_pixel(4, 4).0;
    // 180 and 30 of 256, encoded.
    assert!(
        behind[0].abs_diff(218) < 4 && behind[1].abs_diff(96) < 4,
        "{behind:?}"
    );

    let window = desk.window.parse().unwrap();
    xdnd::drop_file(&desk.display, window, &green).unwrap();
    let dropped = desk.until("a dropped picture lights", by("green.HDR"));
    assert_eq!(dropped["model"], lit["model"], "the model stays");
    desk.settled();
    let behind = exported(&desk, 2).get_pixel(4, 4).0;
    assert!(
        behind[1].abs_diff(218) < 4 && behind[0].abs_diff(96) < 4,
        "{behind:?}"
    );

    // What cannot be read is said, and what lights goes on.
    xdnd::drop_file(&desk.display, window, &broken).unwrap();
    let refused = desk.until("a broken one is said", |s| !s["error"].is_null());
    assert!(by("green.HDR")(&refused), "{refused}");
    desk.key("Escape");
    desk.until("Escape takes note of it", |s| s["error"].is_null());

    let before = desk.now()["camera"].clone();
    desk.xdotool(&["keydown", "ctrl"]);
    desk.drag(
        "1",
        [600, 350],
        [700, 350],
        "a drag with Ctrl turns the light",
        |s| number(&s["light"]["turn_degrees"]).abs() > 5.0,
    );
    desk.xdotool(&["keyup", "ctrl"]);
    assert_eq!(desk.now()["camera"], before, "the camera stays");
}
