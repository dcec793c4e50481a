//! A small character, and the window's interface without a window.

use std::sync::Arc;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, HarnessBuilder};
use glam::{Quat, Vec3};
use rigscope::animation::{Clip, Interpolation, JointId, Keys, SkeletonBuilder, Target, Track};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compression::{Wanted, compress_all};
use rigscope::math::{Bounds, Transform};
use rigscope::model::{Issue, Model, Scene, opening_bounds};
use rigscope::skinning::{Skin, SkinningMethod};
use rigscope::text::Texts;
use rigscope::ui;
use rigscope::viewer::{
    Command, CompressionReport, Effect, Report, Settings, Theme, ViewerState, apply, report,
};
use rigscope::work::Work;

/// The interface and what came of it.
pub(crate) struct Window {
    pub(crate) state: ViewerState,
    pub(crate) texts: Texts,
    /// Every command so far, in order.
    pub(crate) commands: Vec<Command>,
    /// Whether commands are done as they come.
    pub(crate) live: bool,
}

impl Window {
    /// A bundled model, paused.
    pub(crate) fn with_sample(name: &str) -> Self {
        let sample = rigscope::samples::find(name).unwrap();
        let (options, work) = (ImportOptions::default(), Work::alone());
        let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap();
        let (clip, scene) = (model.opening_clip(), model.default_scene);
        let method = SkinningMethod::LinearBlend;
        let opening_bounds = opening_bounds(&model, clip, scene, method, &work).unwrap();
        let mut window = Self::new(Theme::Dark);
        let loaded = Report::Loaded {
            model: Arc::new(model),
            opening_bounds,
        };
        report(&mut window.state, loaded);
        window.run(Command::SetPlaying(false));
        window
    }

    pub(crate) fn new(theme: Theme) -> Self {
        let mut state = ViewerState::new(Settings {
            theme,
            ..Settings::default()
        });
        report(&mut state, Report::Viewport([880, 711]));
        Self {
            state,
            texts: Texts::english(),
            commands: Vec::new(),
            live: true,
        }
    }

    pub(crate) fn with_character(theme: Theme) -> Self {
        let mut window = Self::new(theme);
        let opening_bounds = Bounds {
            min: Vec3::new(-0.85, 0.0, -0.2),
            max: Vec3::new(0.85, 1.82, 0.25),
        };
        report(
            &mut window.state,
            Report::Loaded {
                model: Arc::new(character()),
                opening_bounds,
            },
        );
        apply(&mut window.state, Command::SetPlaying(false));
        report(
            &mut window.state,
            Report::Measured {
                frame_ms: Some(1.24),
                fps: Some(60.0),
            },
        );
        window
    }

    pub(crate) fn run(&mut self, command: Command) {
        apply(&mut self.state, command);
    }

    /// Does a command with the effect that the program has on what is shown.
    pub(crate) fn show(&mut self, command: Command) {
        for effect in apply(&mut self.state, command) {
            let Effect::Vary(variant) = effect else { continue };
            let original = self.state.original.as_ref().unwrap();
            let [model, right] = variant.of(original, &Work::alone()).unwrap();
            let (clip, scene) = (right.opening_clip(), right.default_scene);
            let method = SkinningMethod::LinearBlend;
            let opening_bounds = opening_bounds(&right, clip, scene, method, &Work::alone()).unwrap();
            report(
                &mut self.state,
                Report::Varied {
                    variant,
                    model,
                    opening_bounds,
                },
            );
        }
    }
}

pub(crate) fn harness(window: Window, size: [f32; 2]) -> Harness<'static, Window> {
    builder(size).build_ui_state(frame, window)
}

pub(crate) fn pictured(window: Window, size: [f32; 2]) -> Harness<'static, Window> {
    builder(size).wgpu().build_ui_state(frame, window)
}

/// Clicks what is called `label`; what is wished by it.
pub(crate) fn click(h: &mut Harness<'_, Window>, label: &str) -> Vec<Command> {
    h.state_mut().commands.clear();
    h.get_by_label(label).click();
    h.run_ok();
    h.state().commands.clone()
}

/// Computes what the program would in the background for the compression laboratory.
pub(crate) fn compress(h: &mut Harness<'_, Window>) {
    let state = &mut h.state_mut().state;
    let key = state.compression_wanted().expect("something is wanted");
    let model = state.original.clone().unwrap();
    let known = state.compression.known_steps(&key);
    let wanted = Wanted {
        tolerance: key.tolerance,
        technique: key.way.technique(),
        first: state.clip(),
        known: &known,
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
    h.run_ok();
}

/// Opens sections that are folded.
pub(crate) fn unfold(h: &mut Harness<'_, Window>, sections: &[&str]) {
    for section in sections {
        let folded = h
            .query_all_by_role_and_label(egui::accesskit::Role::Button, section)
            .find(|n| n.accesskit_node().toggled() == Some(egui::accesskit::Toggled::False));
        if let Some(heading) = folded {
            heading.click();
            h.run_ok();
        }
    }
}

/// Two clicks, which a harness gives more time apart than a hand would.
pub(crate) fn double_click(h: &mut Harness<'_, Window>, at: egui::Pos2) {
    let before = h.ctx.options(|o| o.input_options.max_double_click_delay);
    h.ctx
        .options_mut(|o| o.input_options.max_double_click_delay = 0.9);
    for _ in 0..2 {
        h.drag_at(at);
        h.drop_at(at);
    }
    h.run_ok();
    h.ctx
        .options_mut(|o| o.input_options.max_double_click_delay = before);
}

fn builder(size: [f32; 2]) -> HarnessBuilder<Window> {
    Harness::builder()
        .with_size(size)
        .with_context_setup(ui::theme::install)
}

fn frame(ui: &mut egui::Ui, window: &mut Window) {
    ui::theme::choose(ui.ctx(), window.state.theme());
    let output = ui::show(ui, &window.state, &window.texts, None);
    for command in output.commands {
        window.commands.push(command.clone());
        if window.live {
            apply(&mut window.state, command);
        }
    }
}

/// Clips and joints as a humanoid has them; no vertices.
pub(crate) fn character() -> Model {
    let names = [
        ("Hips", None),
        ("Spine", Some(0)),
        ("Chest", Some(1)),
        ("LeftShoulder", Some(2)),
        ("LeftUpperArm", Some(3)),
        ("LeftForeArm", Some(4)),
        ("LeftHand", Some(5)),
        ("LeftThumb", Some(6)),
        ("RightShoulder", Some(2)),
        ("RightUpperArm", Some(8)),
        ("Neck", Some(2)),
        ("Head", Some(10)),
        ("LeftUpLeg", Some(0)),
        ("LeftLeg", Some(12)),
        ("RightUpLeg", Some(0)),
        ("RightLeg", Some(14)),
        ("camera helper", None),
    ];
    let mut b = SkeletonBuilder::new();
    for (index, (name, parent)) in names.iter().enumerate() {
        let rest = Transform {
            translation: Vec3::Y * 0.2,
            ..Transform::IDENTITY
        };
        b.node(Some((*name).to_owned()), *parent, rest);
        if index < 16 {
            b.needed_by_skin(index);
        }
    }
    let (skeleton, of) = b.build().unwrap();
    let skin_joints: Vec<JointId> = of[..16].to_vec();
    let skin = Skin::new(&skeleton, skin_joints, vec![glam::Affine3A::IDENTITY; 16]).unwrap();
    let clip = |name: &str, secs: f32, keys: usize| {
        let times: Vec<f32> = (0..keys)
            .map(|k| secs * (k as f32 / (keys - 1) as f32).powf(1.1))
            .collect();
        let values = (0..keys)
            .flat_map(|k| Quat::from_rotation_z(0.3 * k as f32).to_array())
            .collect();
        let keys = Keys::new(times.into(), values, 4, Interpolation::Linear).unwrap();
        Clip::new(
            Some(name.to_owned()),
            vec![Track {
                target: Target::Rotation(of[6]),
                keys,
            }],
        )
    };
    let scene = Scene {
        joints: skeleton.joints().collect(),
        ..Scene::default()
    };
    Model {
        name: "mannequin.glb".into(),
        skeleton,
        skins: vec![skin],
        clips: vec![
            clip("Idle", 4.0, 5),
            clip("Walk", 1.07, 9),
            clip("Run", 0.73, 7),
            clip("Jump", 1.4, 6),
            clip("Wave", 2.0, 11),
            clip("Twist", 1.5, 8),
            clip("Turn", 1.2, 37),
            clip("", 0.5, 2),
        ],
        scenes: vec![scene],
        issues: vec![
            Issue::warning("weights-not-normalized", "/meshes/0/primitives/0")
                .with("count", 12_u32)
                .with("vertices", 8369_u32),
            Issue::info("extension-ignored", "/extensionsUsed/0").with("extension", "KHR_materials_sheen"),
        ],
        ..Model::default()
    }
}
