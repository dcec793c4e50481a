//! A frame allocates nothing: counted by an allocator of its own.

use glam::{Affine3A, Quat, Vec3};
use rigscope::animation::runtime::{BoundJoints, Evaluator, RuntimeClip, RuntimeSkeleton, SimdPath};
use rigscope::animation::{
    Clip, ClipId, Interpolation, JointId, Keys, ModelPose, PlaybackScratch, Player, Pose, Skeleton,
    SkeletonBuilder, Target, Track,
};
use rigscope::math::{Rows3x4, Transform};
use rigscope::skinning::{Palette, Skin};

fn character() -> (Skeleton, Vec<Clip>, Skin) {
    let joints = 40_usize;
    let mut b = SkeletonBuilder::new();
    for i in 0..joints {
        b.node(
            None,
            i.checked_sub(1),
            Transform {
                translation: Vec3::Y * 0.1,
                ..Transform::IDENTITY
            },
        );
    }
    let (skeleton, of) = b.build().unwrap();
    let clip = |axis: Vec3| {
        let track = |i: usize| {
            let q = |degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians()).to_array();
            let values = [q(0.0), q(10.0 + i as f32), q(0.0)].concat();
            let keys = Keys::new([0.0, 0.5, 1.0].into(), values, 4, Interpolation::Linear).unwrap();
            Track {
                target: Target::Rotation(JointId(i as u32)),
                keys,
            }
        };
        Clip::new(None, (0..joints).map(track).collect())
    };
    let clips = vec![clip(Vec3::X), clip(Vec3::Y), clip(Vec3::Z)];
    let bind = skeleton.rest_model_pose();
    let inverse: Vec<Affine3A> = of.iter().map(|&j| bind.model_from_joint(j).inverse()).collect();
    let mut skin = Skin::new(&skeleton, of, inverse).unwrap();
    for j in 0..joints as u32 {
        skin.mark_weighted(j);
    }
    (skeleton, clips, skin)
}

#[test]
fn a_crossfading_frame_allocates_nothing() {
    let (skeleton, clips, skin) = character();
    let mut player = Player::new();
    player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
    player.set_playing(true);
    player.play(Some(ClipId(1)), 0.5, &skeleton, &clips);
    player.play(Some(ClipId(2)), 0.25, &skeleton, &clips);
    let (mut scratch, mut pose) = (PlaybackScratch::default(), Pose::default());
    let (mut model, mut palette) = (ModelPose::default(), Palette::default());
    let mut frame = |player: &mut Player| {
        player.advance(1.0 / 60.0, &clips);
        player.evaluate(&skeleton, &clips, &mut scratch, &mut pose);
        skeleton.model_space(&pose, &mut model);
        palette.update(&skin, &model, true);
    };
    // The first frame makes room; the fades end within the sixty that are counted.
    frame(&mut player);
    let counted = allocation_counter::measure(|| {
        for _ in 0..60 {
            frame(&mut player);
        }
    });
    assert_eq!(player.layers().len(), 1, "the fades must have ended");
    assert_eq!(counted.count_total, 0, "{counted:?}");
    let seen = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 64])));
    assert_eq!(seen.count_total, 1, "the counter must see an allocation");
}

#[test]
fn a_crossfading_frame_of_the_fast_core_allocates_nothing() {
    let (skeleton, clips, skin) = character();
    let mut player = Player::new();
    player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
    player.set_playing(true);
    player.play(Some(ClipId(1)), 0.5, &skeleton, &clips);
    player.play(Some(ClipId(2)), 0.25, &skeleton, &clips);
    let ready = RuntimeSkeleton::new(&skeleton, &clips);
    let ready_clips: Vec<RuntimeClip> = clips.iter().map(|c| RuntimeClip::new(&ready, c)).collect();
    let bound = BoundJoints::new(&ready, skin.joints(), skin.inverse_binds());
    let mut palette = vec![Rows3x4::IDENTITY; skin.len()];
    for path in SimdPath::available() {
        let (mut player, mut evaluator) = (player.clone(), Evaluator::on(path));
        let mut frame = |player: &mut Player| {
            player.advance(1.0 / 60.0, &clips);
            evaluator.play(&ready, &ready_clips, player);
            evaluator.palette(&ready, &bound, &mut palette);
        };
        frame(&mut player);
        let counted = allocation_counter::measure(|| {
            for _ in 0..60 {
                frame(&mut player);
            }
        });
        assert_eq!(player.layers().len(), 1, "the fades must have ended");
        assert_eq!(counted.count_total, 0, "{}: {counted:?}", path.word());
    }
}

#[test]
fn a_frame_of_a_model_made_ready_allocates_nothing() {
    let sample = rigscope::samples::find("mannequin").unwrap();
    let model = rigscope::import::import_bytes(
        sample.file,
        sample.bytes.to_vec(),
        None,
        &rigscope::import::ImportOptions::default(),
        &rigscope::work::Work::alone(),
    )
    .unwrap();
    model.make_ready(&rigscope::work::Work::alone()).unwrap();
    let mut player = Player::new();
    player.play(Some(ClipId(0)), 0.0, &model.skeleton, &model.clips);
    player.set_playing(true);
    player.play(Some(ClipId(1)), 0.5, &model.skeleton, &model.clips);
    let mut posed = rigscope::model::PosedModel::default();
    let mut frame = |player: &mut Player| {
        player.advance(1.0 / 60.0, &model.clips);
        posed.update(&model, player, true);
    };
    frame(&mut player);
    let counted = allocation_counter::measure(|| {
        for _ in 0..60 {
            frame(&mut player);
        }
    });
    assert_eq!(player.layers().len(), 1, "the fade must have ended");
    assert_eq!(counted.count_total, 0, "{counted:?}");
}
