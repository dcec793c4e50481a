//! Two poses in one picture, as a clip before and after compression: each side is the picture that it would be alone.

use glam::{Affine3A, Vec3};
use rigscope::animation::{ClipId, JointId, SkeletonBuilder, SlotLayout};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compression::{Technique, Tolerance, Wanted, compress_all};
use rigscope::math::Transform;
use rigscope::model::{Material, Model, PosedModel};
use rigscope::render::{Picture, Poses, ViewTarget};
use rigscope::skinning::{MorphDelta, MorphTargets, Skinning, SkinningMethod};
use rigscope::viewer::ramp;
use rigscope::viewer::view::{Background, Layout, View};
use rigscope::work::Work;

use crate::support::{Bench, bench, plain_view, quad, set_joint, skinned, still};

/// As in the tests of two methods: this software rasteriser covers some samples of a column beside a scissor rectangle.
const LEAK: u32 = 1;
const WIDTH: u32 = 96;

/// One picture of two poses.
fn pair(bench: &mut Bench, model: &Model, poses: Poses<'_>, view: &View) -> Picture {
    let mut gpu_model = bench.upload(model);
    let target = ViewTarget::new(&bench.gpu, view.size_px);
    bench
        .renderer
        .draw_sample(&bench.gpu, &mut gpu_model, (model, poses), view, &target, 0);
    target.read(&bench.gpu).expect("the picture comes back")
}

fn columns(picture: &Picture, from: u32, to: u32) -> Vec<[u8; 4]> {
    (0..picture.height)
        .flat_map(|y| (from..to).map(move |x| (x, y)))
        .map(|(x, y)| picture.pixel(x, y))
        .collect()
}

/// When the sea anemone is looked at, seconds.
const TIME: f64 = 1.3;

fn anemone() -> Model {
    let sample = rigscope::samples::find("anemone").expect("a sample");
    let options = ImportOptions::default();
    import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).expect("a model")
}

/// It as it is, and compressed so hard that it is seen.
fn before_and_after(model: &Model) -> [PosedModel; 2] {
    let work = Work::alone();
    let wanted = Wanted {
        tolerance: Tolerance::PerCent(4.0),
        technique: Technique::File(false),
        first: None,
        known: &[],
    };
    let mut clips = Vec::new();
    compress_all(model, wanted, &work, |_, clip| {
        clips.push(clip.compressed.decoded);
    })
    .expect("not cancelled");
    let mut posed = [PosedModel::default(), PosedModel::default()];
    let clip = Some((ClipId(0), TIME));
    posed[0].set_clips(model, clip, None, true);
    let after = |id: ClipId| clips.get(id.index()).map(|c| &**c);
    posed[1].set_clips_from(model, &after, clip, None, true);
    posed
}

fn view(model: &Model, layout: Layout, skinning: Skinning) -> View {
    let mut view = plain_view([WIDTH, 64]);
    let method = SkinningMethod::LinearBlend;
    let bounds =
        rigscope::model::opening_bounds(model, None, model.default_scene, method, &Work::alone()).unwrap();
    view.camera.frame(&bounds, 1.5, 1.1);
    View {
        layout,
        background: Background::DARK,
        scene: model.default_scene,
        skinnings: [skinning; 2],
        model_size: bounds.diagonal(),
        ..view
    }
}

#[test]
fn b_is_the_picture_of_the_compressed_clip_alone() {
    let model = anemone();
    let [a, b] = before_and_after(&model);
    let mut bench = bench();
    for skinning in [
        SkinningMethod::LinearBlend.into(),
        SkinningMethod::DualQuaternion.into(),
    ] {
        let of = |layout| view(&model, layout, skinning);
        let alone = [&a, &b].map(|posed| bench.picture(&model, posed, &of(Layout::A)));
        assert!(alone[0] != alone[1], "compressed hard enough to be seen");
        let poses = Poses::of_sides(&a, &b);
        assert!(pair(&mut bench, &model, poses, &of(Layout::A)) == alone[0], "A");
        assert!(pair(&mut bench, &model, poses, &of(Layout::B)) == alone[1], "B");
        for at in [0.0, 0.6] {
            let layout = Layout::Split { at };
            let line = layout.first_column_of_b(WIDTH);
            let split = pair(&mut bench, &model, poses, &of(layout));
            let left = line.saturating_sub(LEAK);
            assert!(
                columns(&split, 0, left) == columns(&alone[0], 0, left),
                "left of {at}"
            );
            assert!(
                columns(&split, line, WIDTH) == columns(&alone[1], line, WIDTH),
                "right of {at}"
            );
        }
        // Tests of two methods compare the two halves with pictures of half the width.
        let [side, left, right] =
            [poses, (&a).into(), (&b).into()].map(|poses| pair(&mut bench, &model, poses, &of(Layout::Side)));
        let (line, end) = (WIDTH / 2, WIDTH / 2 - LEAK);
        assert!(columns(&side, 0, end) == columns(&left, 0, end), "left of two");
        assert!(
            columns(&side, line, WIDTH) == columns(&right, line, WIDTH),
            "right of two"
        );
    }
}

#[test]
fn equal_poses_leave_no_trace() {
    let model = anemone();
    let [a, again] = [0, 1].map(|_| {
        let mut posed = PosedModel::default();
        posed.set_clips(&model, Some((ClipId(0), TIME)), None, true);
        posed
    });
    let mut bench = bench();
    let skinning = SkinningMethod::LinearBlend.into();
    let of = |layout| view(&model, layout, skinning);
    let alone = bench.picture(&model, &a, &of(Layout::A));
    let poses = Poses::of_sides(&a, &again);
    let faint = View {
        ghost_from: Some(1e-6),
        ..of(Layout::Ghost)
    };
    assert!(pair(&mut bench, &model, poses, &faint) == alone);
    let map = of(Layout::Difference { scale: 1e-6 });
    let of_one = pair(&mut bench, &model, (&a).into(), &map);
    assert!(pair(&mut bench, &model, poses, &map) == of_one, "no distance");
}

#[test]
fn distances_between_poses_have_the_colours_of_the_ramp() {
    let mut bench = bench();
    let model = skinned(vec![(quad(1.0, 0.0), Material::clay())], 2);
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        let a = PosedModel::at_rest(&model);
        let mut b = PosedModel::at_rest(&model);
        let moved = Transform {
            translation: Vec3::new(0.0, 0.0, 0.03),
            ..Transform::IDENTITY
        };
        set_joint(&model, &mut b, 0, moved);
        for share in [0.1_f32, 0.4, 0.8] {
            let view = View {
                layout: Layout::Difference { scale: 0.03 / share },
                skinnings: [method.into(); 2],
                ..plain_view([32, 32])
            };
            let got = pair(&mut bench, &model, Poses::of_sides(&a, &b), &view).pixel(16, 16);
            let wanted = ramp::ramp(share).map(|c| (c * 255.0).round() as u8);
            let near = got.iter().zip(wanted).all(|(g, w)| g.abs_diff(w) <= 2);
            assert!(got[3] == 255 && near, "{method:?} {share}: {got:?} {wanted:?}");
        }
    }
}

/// A quad on a node of its own that a morph target moves to the right.
fn morphing() -> Model {
    let mut part = quad(0.4, 0.0);
    let delta = |vertex: u32| {
        let delta = MorphDelta {
            target: 0,
            position: Vec3::X * 0.5,
            normal: Vec3::ZERO,
            tangent: Vec3::ZERO,
        };
        (vertex, delta)
    };
    part.morph = Some(MorphTargets::new(1, 4, (0..4).map(delta).collect()));
    let mut model = still(vec![(part, Material::clay())]);
    let slots = SlotLayout {
        rest_morph_weights: vec![0.0],
        rest_properties: vec![],
    };
    let mut builder = SkeletonBuilder::new();
    builder.node(Some("node".into()), None, Transform::IDENTITY);
    builder.slots(slots);
    model.skeleton = builder.build().expect("a tree").0;
    model.instances[0].morph_weights = 0..1;
    // Two copies, so that what lies behind the poses' matrices is read, too.
    model.copies = [-0.3, 0.3]
        .map(|y| Affine3A::from_translation(Vec3::Y * y).into())
        .to_vec()
        .into();
    model.instances[0].copies = 0..2;
    model
}

#[test]
fn morph_weights_nodes_and_copies_are_those_of_each_side() {
    let mut bench = bench();
    let model = morphing();
    let a = PosedModel::at_rest(&model);
    let mut b = PosedModel::at_rest(&model);
    b.local.morph_weights_mut()[0] = 0.7;
    let shift = Transform {
        translation: Vec3::Y * 0.1,
        ..Transform::IDENTITY
    };
    *b.local.local_mut(JointId(0)) = shift;
    b.update_matrices(&model, true);
    let of = |layout| View {
        layout,
        ..plain_view([48, 48])
    };
    let alone = [&a, &b].map(|posed| bench.picture(&model, posed, &of(Layout::A)));
    assert!(alone[0] != alone[1]);
    let poses = Poses::of_sides(&a, &b);
    assert!(pair(&mut bench, &model, poses, &of(Layout::A)) == alone[0]);
    assert!(pair(&mut bench, &model, poses, &of(Layout::B)) == alone[1]);
    let far = Vec3::new(0.5 * 0.7, 0.1, 0.0).length();
    let map = of(Layout::Difference { scale: 2.0 * far });
    let got = pair(&mut bench, &model, poses, &map).pixel(24, 24);
    let wanted = ramp::ramp(0.5).map(|c| (c * 255.0).round() as u8);
    assert!(
        got.iter().zip(wanted).all(|(g, w)| g.abs_diff(w) <= 2),
        "{got:?} {wanted:?}"
    );
}
