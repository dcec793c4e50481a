//! Export and clipboard in the real window: what is written and what is copied is opened again.

use serde_json::{Value, json};

use crate::ui_window::{Desk, number};
use crate::xclip;

fn size(value: &Value) -> (u32, u32) {
    (number(&value[0]) as u32, number(&value[1]) as u32)
}

#[test]
fn the_window_exports_and_copies_what_it_shows() {
    let Some(desk) = Desk::new(&["sample:chapter_rig"]) else {
        return;
    };
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    let shown = size(&desk.now()["viewport_px"]);
    let made = |count: u64| move |s: &Value| s["output"]["count"] == count && s["output"]["making"] == false;

    desk.key("ctrl+e");
    let open = desk.until("Ctrl+E asks what to export", |s| s["output"]["open"] == true);
    let path = open["output"]["path"].as_str().unwrap().to_owned();
    assert!(
        path.starts_with(desk.home().to_str().unwrap())
            && std::path::Path::new(&path)
                .extension()
                .is_some_and(|e| e == "png"),
        "{path}"
    );
    desk.key("Return");
    let state = desk.until("Enter exports", made(1));
    assert_eq!(
        (&state["output"]["open"], &state["error"]),
        (&json!(false), &Value::Null)
    );
    let picture = image::open(&path).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), shown);
    let first = picture.get_pixel(0, 0);
    assert!(picture.pixels().any(|p| p != first), "something is in it");

    // It is there now: only a second Enter replaces it.
    std::fs::write(&path, "kept").unwrap();
    desk.key("ctrl+e");
    desk.until("Ctrl+E asks again", |s| s["output"]["open"] == true);
    desk.key("Return");
    desk.until("a file that is there is asked about", |s| {
        s["output"]["exists"] == true
    });
    assert_eq!(std::fs::read(&path).unwrap(), b"kept");
    desk.key("Return");
    desk.until("asked twice, it is replaced", made(2));
    assert_eq!(image::open(&path).unwrap().to_rgba8(), picture);

    desk.key("ctrl+c");
    desk.until("Ctrl+C copies the picture", made(3));
    desk.settled();
    assert_eq!(xclip::picture(&desk.display).unwrap(), picture);
    desk.key("ctrl+i");
    desk.until("Ctrl+I copies the window", made(4));
    desk.settled();
    let window = xclip::picture(&desk.display).unwrap();
    assert_eq!(window.dimensions(), size(&desk.now()["window_px"]));
    assert_eq!(window.get_pixel(3, 400).0, [0x1d, 0x20, 0x25, 255], "a panel");
}
