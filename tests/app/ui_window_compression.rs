//! The compression laboratory in the real window: opened, computed, stopped, and shown in the picture. Where a control is is
//! asked of the same interface without a window.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable};
use egui_kittest::{Harness, Node};
use rigscope::inspect::motion::clip_motion;
use rigscope::viewer::{Report, report};
use rigscope::work::Work;
use serde_json::Value;

use crate::ui_support::{Window, compress, harness};
use crate::ui_window::{Desk, SIZE, number};

/// Where the pointer is over the right panel.
const PANEL: [i32; 2] = [1240, 400];
/// Between these a control can be clicked, points from the top of the window.
const SEEN: std::ops::Range<f32> = 70.0..630.0;
const MIDDLE: f32 = 350.0;
/// So high that the whole panel is laid out without scrolling.
const HIGH: f32 = 4000.0;

/// The same interface in the same state, without a window.
struct Twin(Harness<'static, Window>);

impl Twin {
    fn new(name: &str) -> Self {
        let mut window = Window::with_sample(name);
        // What lies above the laboratory is as high as in the window.
        let state = &mut window.state;
        let (key, model) = (state.motion_key().unwrap(), state.model.clone().unwrap());
        let height = state.opening_bounds.size().y;
        let numbers = clip_motion(&model, key.clip, &key.joints, key.fps, height, &Work::alone()).unwrap();
        let numbers = Arc::new(numbers);
        report(state, Report::ClipMoves { model, key, numbers });
        let mut harness = harness(window, [f32::from(SIZE[0]), HIGH]);
        harness.run_ok();
        Self(harness)
    }

    /// The control of that kind whose name begins so; the shortest name where there are several.
    fn find(&self, role: Role, label: &str) -> Node<'_> {
        let all = self.0.query_all_by_role(role);
        let named = |n: &Node<'_>| n.accesskit_node().label().unwrap_or_default();
        let mut all: Vec<_> = all.filter(|n| named(n).starts_with(label)).collect();
        all.sort_by_key(|n| named(n).len());
        all.into_iter().next().unwrap_or_else(|| panic!("no {label}"))
    }

    /// Clicks a control in both; in the window by mouse, after the wheel has brought it into sight.
    fn click(&mut self, desk: &Desk, role: Role, label: &str) {
        let at = self.find(role, label).rect().center().round();
        for _ in 0..20 {
            let y = at.y - scrolled(desk);
            if SEEN.contains(&y) {
                desk.click(at.x as i32, y as i32);
                break;
            }
            desk.point(PANEL[0], PANEL[1]);
            // A step is some 80 points; how many exactly depends on how fast frames come.
            let steps = ((y - MIDDLE).abs() / 90.0).max(1.0) as u32;
            let button = if y < SEEN.start { "4" } else { "5" };
            desk.xdotool(&["click", "--repeat", &steps.to_string(), "--delay", "60", button]);
        }
        self.find(role, label).click();
        self.0.run_ok();
    }
}

/// How far the right panel is scrolled, once it stays there; work may go on meanwhile.
fn scrolled(desk: &Desk) -> f32 {
    let of = || number(&desk.now()["scrolled"]) as f32;
    let (mut last, mut since) = (of(), Instant::now());
    while since.elapsed() < Duration::from_millis(1500) {
        std::thread::sleep(Duration::from_millis(50));
        let now = of();
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    last
}

fn laboratory(what: &'static str) -> impl Fn(&Value) -> bool {
    move |s| s["compression"][what] == true
}

#[test]
fn the_compression_laboratory_is_driven_in_the_real_window() {
    let Some(desk) = Desk::new(&["sample:anemone"]) else {
        return;
    };
    let mut twin = Twin::new("anemone");
    desk.key("space");
    desk.until("Space pauses, and what lies above is measured", |s| {
        s["playing"] == false && s["motion"]["measured"] == true
    });
    assert_eq!(desk.now()["compression"]["open"], false, "folded it does nothing");

    twin.click(&desk, Role::Button, "Compression");
    desk.until("its heading opens it", laboratory("open"));
    let state = desk.until("every clip is compressed", |s| {
        laboratory("whole")(s) && s["compression"]["working"] == false
    });
    compress(&mut twin.0);
    let of = &state["compression"];
    let [raw, bytes] = [0, 1].map(|k| number(&of["bytes"][k]));
    let (largest, tolerance) = (number(&of["largest"]), number(&of["tolerance"]));
    assert!(raw > 3.0 * bytes, "a ratio: {of}");
    assert!(0.0 < largest && largest <= tolerance, "and what it costs: {of}");

    // "Go there".
    let worst = {
        let state = &twin.0.state().state;
        state.compressed_clip().unwrap().compressed.error.worst.unwrap()
    };
    twin.click(&desk, Role::Link, "Worst");
    let state = desk.until("the worst moment is gone to", |s| !s["selected_joint"].is_null());
    assert!(
        (number(&state["time_secs"]) - worst.time_secs).abs() < 1e-6,
        "{state}"
    );
    let name = twin.0.state().state.tree.label(worst.joint).to_owned();
    assert_eq!(state["selected_joint"], name);

    // Original against compressed.
    twin.click(&desk, Role::CheckBox, "Show it in the picture");
    let state = desk.until("both poses are drawn", laboratory("pose"));
    assert_eq!(state["lab"]["compare"], "difference");
    assert_eq!(state["lab"]["compared"], "compression");
    let scale = number(&state["lab"]["scale"]);
    assert!(
        (scale - tolerance).abs() < 1e-6 * tolerance,
        "the ramp ends at what is allowed"
    );
    assert_eq!(desk.settled()["error"], Value::Null);
}

#[test]
fn compressing_is_stopped_and_goes_on_in_the_real_window() {
    // A character that takes minutes in a build for tests.
    let Some(desk) = Desk::new(&["sample:mannequin"]) else {
        return;
    };
    let mut twin = Twin::new("mannequin");
    desk.key("space");
    desk.until("Space pauses, and what lies above is measured", |s| {
        s["playing"] == false && s["motion"]["measured"] == true
    });
    twin.click(&desk, Role::Button, "Compression");
    desk.until("it computes", laboratory("working"));
    twin.click(&desk, Role::Button, "Cancel");
    let state = desk.until("it is stopped", |s| {
        laboratory("stopped")(s) && s["compression"]["working"] == false
    });
    assert_eq!(state["compression"]["whole"], false);
    twin.click(&desk, Role::Button, "Compress");
    desk.until("it goes on", |s| {
        laboratory("working")(s) && s["compression"]["stopped"] == false
    });
}
