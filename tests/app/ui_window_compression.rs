//! The compression laboratory in the real window: opened, computed, stopped, and shown in the picture. Where a control is is
//! asked of the same interface without a window.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable};
use egui_kittest::{Harness, Node};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compression::{Wanted, compress_all};
use rigscope::inspect::motion::clip_motion;
use rigscope::model::opening_bounds;
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::{Command, CompressionReport, Report, Theme, report};
use rigscope::work::Work;
use serde_json::Value;

use crate::ui_support::{Window, harness};
use crate::ui_window::{Desk, SIZE, number};

/// Where the pointer is over the right panel.
const PANEL: [i32; 2] = [1240, 400];
/// What one step of the wheel scrolls; a heading that is found lower than this goes up by whole steps.
const LOWEST: f32 = 300.0;

/// The same interface in the same state, without a window.
struct Twin(Harness<'static, Window>);

impl Twin {
    fn new(name: &str) -> Self {
        let sample = rigscope::samples::find(name).unwrap();
        let (options, work) = (ImportOptions::default(), Work::alone());
        let model =
            Arc::new(import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap());
        let (clip, scene) = (model.opening_clip(), model.default_scene);
        let method = SkinningMethod::LinearBlend;
        let opening_bounds = opening_bounds(&model, clip, scene, method, &work).unwrap();
        let mut window = Window::new(Theme::Dark);
        let loaded = Report::Loaded {
            model,
            opening_bounds,
        };
        report(&mut window.state, loaded);
        window.run(Command::SetPlaying(false));
        // What lies above the laboratory is as high as in the window.
        let state = &mut window.state;
        let (key, model) = (state.motion_key().unwrap(), state.model.clone().unwrap());
        let height = state.opening_bounds.size().y;
        let numbers = clip_motion(&model, key.clip, &key.joints, key.fps, height, &work).unwrap();
        let numbers = Arc::new(numbers);
        report(state, Report::ClipMoves { model, key, numbers });
        let mut harness = harness(window, SIZE.map(f32::from));
        harness.run_ok();
        Self(harness)
    }

    /// Computes what the program does in the background.
    fn compute(&mut self) {
        let state = &mut self.0.state_mut().state;
        let key = state.compression_wanted().expect("something is wanted");
        let model = state.original.clone().unwrap();
        let wanted = Wanted {
            tolerance: key.tolerance,
            technique: key.way.technique(),
            first: state.clip(),
            known: &[],
        };
        let mut done = Vec::new();
        compress_all(&model, wanted, &Work::alone(), |scale, clip| {
            done.push(CompressionReport::Clip {
                model: Arc::clone(&model),
                key,
                scale,
                clip: Arc::new(clip),
            });
        })
        .unwrap();
        for answer in done {
            report(state, Report::Compression(answer));
        }
        self.0.run_ok();
    }

    /// One step of the wheel over the right panel, in both.
    fn scroll(&mut self, desk: &Desk, up: bool) {
        desk.xdotool(&["click", if up { "4" } else { "5" }]);
        let at = egui::pos2(PANEL[0] as f32, PANEL[1] as f32);
        self.0.hover_at(at);
        self.0.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, if up { 1.0 } else { -1.0 }),
            phase: egui::TouchPhase::Move,
            modifiers: egui::Modifiers::NONE,
            source: egui::MouseWheelSource::Wheel,
        });
        for _ in 0..30 {
            self.0.run_ok();
        }
    }

    /// The control of that kind whose name begins so; the shortest name where there are several.
    fn find(&self, role: Role, label: &str) -> Node<'_> {
        let all = self.0.query_all_by_role(role);
        let named = |n: &Node<'_>| n.accesskit_node().label().unwrap_or_default();
        let mut all: Vec<_> = all.filter(|n| named(n).starts_with(label)).collect();
        all.sort_by_key(|n| named(n).len());
        all.into_iter().next().unwrap_or_else(|| panic!("no {label}"))
    }

    fn rect(&self, role: Role, label: &str) -> egui::Rect {
        self.find(role, label).rect()
    }

    /// Brings a control into the upper part of the window, in both.
    fn reach(&mut self, desk: &Desk, role: Role, label: &str) {
        desk.point(PANEL[0], PANEL[1]);
        for _ in 0..60 {
            let y = self.rect(role, label).center().y;
            if (60.0..LOWEST).contains(&y) {
                break;
            }
            self.scroll(desk, y < 60.0);
        }
        desk.settled();
    }

    /// Clicks a control in both.
    fn click(&mut self, desk: &Desk, role: Role, label: &str) {
        let at = self.rect(role, label).center().round();
        desk.click(at.x as i32, at.y as i32);
        self.find(role, label).click();
        self.0.run_ok();
    }
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

    twin.reach(&desk, Role::Button, "Compression");
    twin.click(&desk, Role::Button, "Compression");
    desk.until("its heading opens it", laboratory("open"));
    let state = desk.until("every clip is compressed", |s| {
        laboratory("whole")(s) && s["compression"]["working"] == false
    });
    twin.compute();
    let of = &state["compression"];
    let [raw, bytes] = [0, 1].map(|k| number(&of["bytes"][k]));
    let (largest, tolerance) = (number(&of["largest"]), number(&of["tolerance"]));
    assert!(raw > 4.0 * bytes, "a ratio: {of}");
    assert!(0.0 < largest && largest <= tolerance, "and what it costs: {of}");

    // "Go there".
    twin.reach(&desk, Role::Link, "Worst");
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
    twin.reach(&desk, Role::CheckBox, "Show it in the picture");
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
    twin.reach(&desk, Role::Button, "Compression");
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
