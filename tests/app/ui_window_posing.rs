//! Posing in the real window under Xvfb: a ring is dragged, the step taken back, done again, and let go.

use serde_json::{Value, json};

use crate::ui_window::{Desk, SIZE, number};

/// Where the picture begins, points.
const LEFT: f64 = 256.0;
const TOP: f64 = 40.0;
/// Radius of the ring towards the eye.
const OUTER: i32 = 94;

/// Where the selected joint is in the window.
fn joint_at(state: &Value) -> [i32; 2] {
    let at = |k: usize| number(&state["posing"]["at"][k]);
    let [w, h] = [0, 1].map(|k| number(&state["viewport_px"][k]));
    [
        (LEFT + at(0) * w).round() as i32,
        (TOP + at(1) * h).round() as i32,
    ]
}

#[test]
fn a_joint_is_turned_by_hand_taken_back_and_let_go() {
    let Some(desk) = Desk::new(&["sample:twist_bar"]) else {
        return;
    };
    desk.until("it plays at once", |s| s["playing"] == true);
    desk.key("space");
    let state = desk.until("Space pauses", |s| s["playing"] == false);
    assert_eq!(
        number(&state["viewport_px"][0]) + LEFT + 304.0,
        f64::from(SIZE[0]),
        "the picture is where this test thinks it is"
    );
    // The last row of the tree: below it nothing is to be clicked.
    let found = (240..640).rev().step_by(12).find_map(|y| {
        desk.click(90, y);
        let state = desk.settled();
        (!state["selected_joint"].is_null()).then_some(state)
    });
    let state = found.expect("a row of the tree");
    let joint = state["selected_joint"].clone();
    desk.key("r");
    desk.until("the rings show", |s| s["posing"]["tool"] == "rotate");
    let state = desk.settled();
    let ([x, y], camera) = (joint_at(&state), state["camera"].clone());
    desk.drag(
        "1",
        [x + OUTER, y],
        [x + 66, y + 66],
        "the ring is dragged",
        |s| s["posing"]["dragging"] == true && s["posing"]["joints"] == json!([joint]),
    );
    let turned = desk.until("one step", |s| {
        s["posing"]["undo"] == 1 && s["posing"]["dragging"] == false
    });
    assert_eq!(turned["camera"], camera, "the camera stays");
    desk.key("ctrl+z");
    desk.until("taken back", |s| {
        s["posing"]["joints"] == json!([]) && s["posing"]["redo"] == 1
    });
    desk.key("ctrl+shift+z");
    desk.until("done again", |s| s["posing"]["joints"] == json!([joint]));
    desk.key("Escape");
    desk.until("the tool is laid down", |s| s["posing"]["tool"].is_null());
    assert_eq!(desk.now()["selected_joint"], joint, "the joint stays selected");
}
