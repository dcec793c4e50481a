//! The comparison in the real window: every view of it, its line, its graph, its links and its methods, by mouse and
//! keys. Where a control is is asked of the same interface without a window.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compare::{CompareScratch, Comparison};
use rigscope::inspect::twist::largest_twists;
use rigscope::model::{Model, opening_bounds};
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::lab::MeasuredFrame;
use rigscope::viewer::{Command, Report, Theme, report};
use rigscope::work::Work;
use serde_json::Value;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};
use x11rb::rust_connection::RustConnection;

use crate::ui_support::{Window, harness};
use crate::ui_window::{Desk, SIZE, number};

/// Where the picture is in a window of [`SIZE`], without its edges, names and legend: left, top, right, bottom.
const PICTURE: [usize; 4] = [270, 130, 962, 560];
/// How far two pixels may be apart and still be the same.
const SAME: u8 = 6;

/// The pixels of the window.
struct Pixels {
    width: usize,
    bgrx: Vec<u8>,
}

impl Pixels {
    /// What shows once it stays the same for a second: a slow machine draws late.
    fn of(desk: &Desk) -> Self {
        let mut last = Self::taken(desk);
        for _ in 0..20 {
            std::thread::sleep(std::time::Duration::from_secs(1));
            let next = Self::taken(desk);
            if next.bgrx == last.bgrx {
                break;
            }
            last = next;
        }
        last
    }

    fn taken(desk: &Desk) -> Self {
        // Nothing under the pointer: no control stands out, no tooltip covers the picture.
        desk.point(450, 20);
        desk.settled();
        let (x, screen) = RustConnection::connect(Some(&desk.display)).unwrap();
        let root = x.setup().roots[screen].root;
        let [width, height] = SIZE;
        let (format, all) = (ImageFormat::Z_PIXMAP, u32::MAX);
        let window = desk.window.parse().unwrap();
        let at = x
            .translate_coordinates(window, root, 0, 0)
            .unwrap()
            .reply()
            .unwrap();
        let image = x
            .get_image(format, root, at.dst_x, at.dst_y, width, height, all)
            .unwrap()
            .reply()
            .unwrap();
        let width = usize::from(width);
        assert_eq!(image.data.len(), width * usize::from(height) * 4, "24 bits in 32");
        Self {
            width,
            bgrx: image.data,
        }
    }

    /// The share of pixels of `[left, top, right, bottom]` that differ from another picture's.
    fn apart(&self, other: &Self, [left, top, right, bottom]: [usize; 4]) -> f64 {
        let mut apart = 0;
        for y in top..bottom {
            for x in left..right {
                let at = 4 * (y * self.width + x);
                let pair = self.bgrx[at..at + 3].iter().zip(&other.bgrx[at..at + 3]);
                apart += usize::from(pair.into_iter().any(|(a, b)| a.abs_diff(*b) > SAME));
            }
        }
        apart as f64 / ((right - left) * (bottom - top)) as f64
    }

    /// Fails with both pictures kept for a look if a part of them is not the same.
    fn must_be(&self, other: &Self, part: [usize; 4], what: &str) {
        let apart = self.apart(other, part);
        if apart >= 0.001 {
            let folder = std::env::temp_dir();
            for (pixels, name) in [(self, "got"), (other, "wanted")] {
                let rgb = pixels.bgrx.chunks(4).flat_map(|p| [p[2], p[1], p[0]]);
                let height = pixels.bgrx.len() / 4 / pixels.width;
                let (width, height) = (pixels.width as u32, height as u32);
                let image = image::RgbImage::from_raw(width, height, rgb.collect()).unwrap();
                image.save(folder.join(format!("rigscope_{name}.png"))).unwrap();
            }
            panic!(
                "{what}: {apart} of {part:?} differ; see rigscope_*.png in {}",
                folder.display()
            );
        }
    }
}

/// The part of [`PICTURE`] between two columns.
fn columns(left: usize, right: usize) -> [usize; 4] {
    [left, PICTURE[1], right, PICTURE[3]]
}

/// The same interface in the same state, without a window.
struct Twin {
    harness: Harness<'static, Window>,
    model: Arc<Model>,
    comparison: Comparison,
}

impl Twin {
    fn new(name: &str) -> Self {
        let sample = rigscope::samples::find(name).unwrap();
        let (options, work) = (ImportOptions::default(), Work::alone());
        let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap();
        let model = Arc::new(model);
        let method = SkinningMethod::LinearBlend;
        let bounds =
            opening_bounds(&model, model.opening_clip(), model.default_scene, method, &work).unwrap();
        let mut window = Window::new(Theme::Dark);
        let loaded = Report::Loaded {
            model: Arc::clone(&model),
            opening_bounds: bounds,
        };
        report(&mut window.state, loaded);
        window.run(Command::SetPlaying(false));
        let comparison = Comparison::new(&model, model.default_scene);
        let (scene, unit) = (model.default_scene, comparison.unit());
        let twists = largest_twists(&model, &model.clip_ids().collect::<Vec<_>>(), 30.0);
        let of = || Arc::clone(&model);
        report(&mut window.state, Report::Twists { model: of(), twists });
        let unit = Report::Unit {
            model: of(),
            scene,
            unit,
        };
        report(&mut window.state, unit);
        let mut harness = harness(window, SIZE.map(f32::from));
        harness.run_ok();
        Self {
            harness,
            model,
            comparison,
        }
    }

    /// Brings it to the instant of the real one, with all numbers known.
    fn follow(&mut self, state: &Value) {
        let window = self.harness.state_mut();
        window.run(Command::Seek(number(&state["time_secs"])));
        let shown = &window.state;
        let skinnings = shown.lab.skinnings;
        let mut scratch = CompareScratch::default();
        let numbers = self
            .comparison
            .frame(&self.model, &shown.posed, skinnings, &mut scratch);
        let revision = shown.pose_revision;
        let frame = Box::new(MeasuredFrame { revision, numbers });
        let key = shown.lab.clip_key(shown.clip(), shown.scene);
        let (clip, mask) = (shown.clip(), &shown.lab.mask);
        let curves = self
            .comparison
            .clip(&self.model, clip, 30.0, skinnings, mask, &Work::alone());
        let curves = Arc::new(curves.unwrap());
        report(&mut window.state, Report::Compared(frame));
        report(&mut window.state, Report::Curves { key, curves });
        self.harness.run_ok();
    }

    fn rect(&self, label: &str) -> egui::Rect {
        self.harness.get_by_label_contains(label).rect()
    }

    /// Clicks the control of that name in both.
    fn click(&mut self, desk: &Desk, label: &str) {
        let node = self.harness.get_by_label(label);
        click(desk, node.rect());
        node.click();
        self.harness.run_ok();
    }

    /// Chooses a method of B from its menu in both.
    fn choose_b(&mut self, desk: &Desk, now: &str, next: &str) {
        self.click(desk, &format!("Method of B: {now}"));
        std::thread::sleep(std::time::Duration::from_millis(1500));
        // A segment has the same name, and another role.
        let entries = self.harness.query_all_by_role_and_label(Role::Button, next);
        let entry = entries.last().expect("an entry of the menu");
        click(desk, entry.rect());
        entry.click();
        self.harness.run_ok();
    }
}

fn click(desk: &Desk, rect: egui::Rect) {
    let at = rect.center().round();
    desk.click(at.x as i32, at.y as i32);
}

fn compares(as_what: &'static str) -> impl Fn(&Value) -> bool {
    move |s| s["lab"]["compare"] == as_what
}

#[test]
fn the_comparison_is_driven_in_the_real_window() {
    let Some(desk) = Desk::new(&["sample:twist_bar"]) else {
        return;
    };
    let mut twin = Twin::new("twist_bar");
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    let clip = twin.model.opening_clip();
    let end = twin
        .model
        .clip(clip.unwrap())
        .map_or(0.0, rigscope::animation::Clip::duration_secs);

    // One way to skin and the other, each alone, where they are far apart.
    let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Into::into);
    let whole = twin
        .comparison
        .clip(&twin.model, clip, 30.0, methods, &[], &Work::alone())
        .unwrap();
    let far = whole.worst.unwrap().0;
    let track = f64::from(SIZE[0]) - 32.0;
    desk.click((16.0 + track * far / end).round() as i32, 800 - 148 + 86);
    let state = desk.until("a click on the timeline seeks", |s| {
        (number(&s["time_secs"]) - far).abs() < 0.05
    });
    assert_eq!(state["lab"]["twists"].as_u64().map(|n| n > 0), Some(true));
    let a = Pixels::of(&desk);
    // Held, not tapped: on a slow machine a tap is not told from a short hold.
    desk.xdotool(&["keydown", "d"]);
    desk.until("D shows B", |s| s["method_shown"] == "dqs");
    let b = Pixels::of(&desk);
    desk.xdotool(&["keyup", "d"]);
    desk.until("D shows A again", |s| s["method_shown"] == "lbs");
    assert!(
        a.apart(&b, columns(270, 606)) > 0.001,
        "A and B differ at the left"
    );
    assert!(
        a.apart(&b, columns(626, 962)) > 0.001,
        "A and B differ at the right"
    );

    // Split: A left of the line, B right of it, to the pixel; the line is dragged.
    let camera = desk.now()["camera"].clone();
    twin.click(&desk, "Split");
    desk.until("the split is measured", |s| {
        compares("split")(s) && s["lab"]["exact"] == true && number(&s["lab"]["curves"]) > 0.0
    });
    let state = desk.now();
    assert_eq!(state["lab"]["unit"], twin.comparison.unit().symbol());
    let largest = number(&state["lab"]["largest"]);
    assert!(
        largest > 0.0 && largest <= number(&state["lab"]["curves"]) * 1.001,
        "{state}"
    );
    twin.follow(&state);
    let split = Pixels::of(&desk);
    split.must_be(&a, columns(270, 606), "A at the left");
    split.must_be(&b, columns(626, 962), "B at the right");
    let line = twin.rect("Split line").center().x as i32;
    desk.drag("1", [line, 200], [800, 230], "the line is dragged", |s| {
        (number(&s["lab"]["split_at"]) - (800.0 - 256.0) / 720.0).abs() < 0.005
    });
    let dragged = Pixels::of(&desk);
    dragged.must_be(&a, columns(270, 780), "A up to the line");
    dragged.must_be(&b, columns(820, 962), "B past it");

    // The other views, each another picture of the same camera.
    let mut seen = vec![a, dragged];
    for (label, word) in [("Difference", "difference"), ("Ghost", "ghost"), ("Side", "side")] {
        twin.click(&desk, label);
        let state = desk.until(label, compares(word));
        assert!(number(&state["lab"]["scale"]) >= number(&state["lab"]["largest"]));
        let picture = Pixels::of(&desk);
        for other in seen.iter().chain([&b]) {
            assert!(
                picture.apart(other, PICTURE) > 0.002,
                "{label} is a picture of its own"
            );
        }
        seen.push(picture);
    }
    assert_eq!(desk.now()["camera"], camera, "no view moves the camera");

    // Peek: B alone for as long as D is held.
    desk.xdotool(&["keydown", "d"]);
    desk.until("D held shows B alone", |s| s["method_shown"] == "dqs");
    let peek = Pixels::of(&desk);
    desk.xdotool(&["keyup", "d"]);
    desk.until("D let go shows both", |s| {
        s["method_shown"] == "lbs" && compares("side")(s)
    });
    peek.must_be(&b, PICTURE, "the peek is B");
    let side = Pixels::of(&desk);
    side.must_be(&seen[seen.len() - 1], PICTURE, "side by side again");

    // The graph moves the playhead.
    twin.click(&desk, "Split");
    desk.until("split again", compares("split"));
    let graph = twin.rect("Over the clip");
    for share in [0.25, 0.6] {
        let x = graph.left() + graph.width() * share;
        desk.click(x.round() as i32, graph.center().y as i32);
        let right = end * f64::from(share);
        desk.until("a click in the graph seeks", |s| {
            (number(&s["time_secs"]) - right).abs() < 0.02 * end
        });
    }
    assert_eq!(desk.now()["camera"], camera);

    // "Go there".
    let state = desk.until("the frame is measured", |s| s["lab"]["exact"] == true);
    twin.follow(&state);
    click(&desk, twin.rect("Worst vertex"));
    desk.until("the worst vertex is gone to", |s| {
        let nearer = s["camera"]["distance"].as_f64() < camera["distance"].as_f64();
        !s["selected_joint"].is_null() && s["camera"]["target"] != camera["target"] && nearer
    });
    // It glides there.
    desk.settled();
    // The worst vertex stands in the middle now: B shall show there.
    desk.drag("1", [800, 230], [480, 230], "the line is dragged back", |s| {
        (number(&s["lab"]["split_at"]) - (480.0 - 256.0) / 720.0).abs() < 0.005
    });
    let dqs = Pixels::of(&desk);

    // B is masked, then a blend with its slider.
    twin.choose_b(&desk, "DQS", "Masked");
    let state = desk.until("B is masked", |s| s["lab"]["b"]["method"] == "masked");
    assert!(
        number(&state["lab"]["masked_joints"]) > 0.0,
        "the twisting joints are picked"
    );
    desk.until("it is measured", |s| s["lab"]["exact"] == true);
    twin.choose_b(&desk, "Masked", "Blend");
    desk.until("B is a blend", |s| s["lab"]["b"]["method"] == "blend");
    let half = desk.until("it is measured", |s| s["lab"]["exact"] == true);
    let half = number(&half["lab"]["largest"]);
    let blend = twin
        .harness
        .get_by_role_and_label(Role::Slider, "Blend of B")
        .rect();
    let x = |share: f32| (blend.left() + blend.width() * share).round() as i32;
    desk.drag(
        "1",
        [x(0.5), blend.center().y as i32],
        [x(0.15), blend.center().y as i32],
        "the slider blends",
        |s| number(&s["lab"]["b"]["blend"]) < 0.25,
    );
    let little = desk.until("it is measured", |s| s["lab"]["exact"] == true);
    assert!(number(&little["lab"]["largest"]) < 0.6 * half, "{half} {little}");
    let blended = Pixels::of(&desk);
    assert!(
        blended.apart(&dqs, columns(500, 962)) > 0.0,
        "B moves with its blend"
    );
    assert_eq!(desk.now()["error"], Value::Null);
}
