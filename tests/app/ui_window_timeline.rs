//! The timeline of the real window under Xvfb: scrub, part that plays, steps, ping-pong, exact time.

use serde_json::Value;

use crate::ui_window::{Desk, SIZE, number};

/// Height of the timeline, points.
const TIMELINE: i32 = 148;
/// Left and right edge of the track.
const TRACK: [i32; 2] = [16, SIZE[0] as i32 - 16];

/// Where a share of the clip is.
fn x_of(share: f64) -> i32 {
    (f64::from(TRACK[0]) + share * f64::from(TRACK[1] - TRACK[0])).round() as i32
}

fn range(state: &Value) -> Option<[f64; 2]> {
    let range = state["timeline"]["range"].as_array()?;
    Some([number(&range[0]), number(&range[1])])
}

#[test]
fn the_timeline_obeys_hand_and_keys() {
    let Some(desk) = Desk::new(&["sample:twist_bar"]) else {
        return;
    };
    desk.until("it plays at once", |s| s["playing"] == true);
    let top = i32::from(SIZE[1]) - TIMELINE;
    let (track, bar) = (top + 86, top + 112);
    let secs = 4.0;

    // A drag scrubs while it plays, and time goes on when it lets go.
    desk.drag(
        "1",
        [x_of(0.25), track],
        [x_of(0.5), track],
        "a drag scrubs while it plays",
        |s| {
            (number(&s["time_secs"]) - 0.5 * secs).abs() < 0.05
                && s["playing"] == true
                && s["timeline"]["scrubbing"] == true
        },
    );
    desk.until("it goes on when the hand lets go", |s| {
        s["timeline"]["scrubbing"] == false && number(&s["time_secs"]) > 0.5 * secs + 0.05
    });
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);

    // In and out by keys at the playhead.
    desk.click(x_of(0.25), track);
    desk.until("a click seeks", |s| (number(&s["time_secs"]) - 1.0).abs() < 0.02);
    desk.key("i");
    desk.until("I marks the start of what plays", |s| {
        range(s).is_some_and(|[a, b]| (a - 1.0).abs() < 0.02 && b == secs)
    });
    desk.click(x_of(0.5), track);
    desk.until("another click seeks", |s| {
        (number(&s["time_secs"]) - 2.0).abs() < 0.02
    });
    desk.key("o");
    let marked = desk.until("O marks its end", |s| {
        range(s).is_some_and(|[_, b]| (b - 2.0).abs() < 0.02)
    });

    // Ping-pong between them: there and back, never outside.
    desk.key("shift+l");
    desk.until("once", |s| s["loop_mode"] == "once");
    desk.key("shift+l");
    desk.until("ping-pong", |s| s["loop_mode"] == "ping-pong");
    desk.key("space");
    let [start, end] = range(&marked).unwrap();
    for returning in [true, false, true] {
        desk.until("it turns", |s| {
            let time = number(&s["time_secs"]);
            assert!(
                (start - 1e-6..=end + 1e-6).contains(&time),
                "{time} outside {start} to {end}"
            );
            s["timeline"]["returning"] == returning
        });
    }
    desk.key("space");
    desk.until("Space pauses again", |s| s["playing"] == false);

    // The grip at the end is dragged; a double click on the bar clears all.
    desk.drag(
        "1",
        [x_of(end / secs) - 2, bar],
        [x_of(0.75), bar],
        "the grip is dragged",
        |s| range(s).is_some_and(|[_, b]| (b - 3.0).abs() < 0.05),
    );
    desk.key("shift+i");
    desk.until("Shift+I plays from the start", |s| {
        range(s).is_some_and(|[a, _]| a == 0.0)
    });
    desk.point(x_of(0.4), bar);
    desk.xdotool(&["click", "--repeat", "2", "--delay", "80", "1"]);
    desk.until("a double click plays all", |s| s["timeline"]["range"].is_null());

    // Steps of frames and keys, to the ends, and to an exact time.
    desk.key("Home");
    desk.until("Home", |s| s["time_secs"] == 0.0);
    desk.key("period");
    desk.until("a frame on", |s| s["frame"] == 1);
    desk.key("Down");
    let key = desk.until("the next key", |s| number(&s["time_secs"]) > 0.04);
    desk.key("Up");
    desk.until("and back", |s| {
        number(&s["time_secs"]) < number(&key["time_secs"])
    });
    desk.key("ctrl+g");
    desk.until("the field for a time", |s| s["timeline"]["time_entry"] == "");
    std::thread::sleep(std::time::Duration::from_secs(1));
    desk.xdotool(&["type", "45f"]);
    desk.until("it takes letters", |s| s["timeline"]["time_entry"] == "45f");
    desk.key("Return");
    desk.until("the exact time", |s| {
        s["frame"] == 45 && s["timeline"]["time_entry"].is_null()
    });

    // Zoom about the pointer, and the sheets.
    desk.point(x_of(0.5), track);
    desk.xdotool(&["click", "--repeat", "3", "4"]);
    desk.until("the wheel zooms", |s| !s["timeline"]["view"].is_null());
    desk.key("shift+k");
    desk.until("all keys", |s| s["timeline"]["sheet"] == "keys");
    desk.key("shift+c");
    desk.until("curves", |s| s["timeline"]["sheet"] == "curves");
    desk.key("shift+c");
    desk.until("and closed", |s| s["timeline"]["sheet"] == "closed");
    desk.key("shift+space");
    desk.until("the other way", |s| number(&s["speed"]) < 0.0);

    desk.until("the clip is measured", |s| s["motion"]["measured"] == true);
}
