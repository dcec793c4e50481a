//! A model made ready plays as the readable code has it; whole meshes are skinned as vertex by vertex.

use glam::{Vec3, Vec4};
use rigscope::animation::runtime::SimdPath;
use rigscope::animation::{ClipId, Player};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::math::Rows3x4;
use rigscope::model::{Model, PosedModel};
use rigscope::samples::{SAMPLES, case_file};
use rigscope::skinning::{
    InfluencesBuilder, Palette, SkinnedBatch, SkinningMethod, Vertex, VertexBatch, skin_batch, skin_vertex,
};
use rigscope::work::Work;

fn bundled() -> Vec<Model> {
    let import = |name: &str, bytes: &[u8]| {
        import_bytes(
            name,
            bytes.to_vec(),
            None,
            &ImportOptions::default(),
            &Work::alone(),
        )
        .unwrap()
    };
    let mut all: Vec<Model> = SAMPLES.iter().map(|s| import(s.file, s.bytes)).collect();
    // Eight influences; a scaled, moved node above the joints.
    for name in ["b7_eight_influences.gltf", "c1_transform_above_joints.gltf"] {
        all.push(import(name, &case_file(name).unwrap().bytes));
    }
    all
}

/// How far apart two frames of a model are: matrices, morph weights, and every 97th vertex both ways.
fn apart(model: &Model, a: &PosedModel, b: &PosedModel) -> f32 {
    let mut worst = 0.0_f32;
    for (m, n) in a.model_space.matrices().iter().zip(b.model_space.matrices()) {
        worst = worst.max((m.translation - n.translation).length());
    }
    for joint in model.skeleton.joints() {
        let (p, q) = (a.local.local(joint), b.local.local(joint));
        worst = worst.max((p.translation - q.translation).length());
        worst = worst.max((p.scale - q.scale).length());
    }
    assert_eq!(a.local.morph_weights(), b.local.morph_weights());
    for (_, instance) in model.scene_instances(model.default_scene) {
        for primitive in &model.mesh(instance.mesh).primitives {
            for v in (0..primitive.vertex_count()).step_by(97) {
                for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                    let [p, q] = [a, b].map(|f| f.vertex(instance, primitive, method, v).position);
                    worst = worst.max((p - q).length());
                }
            }
        }
    }
    worst
}

#[test]
fn a_model_made_ready_plays_as_one_that_is_not() {
    for model in bundled() {
        let ready = model.clone();
        ready.make_ready(&Work::alone()).unwrap();
        let size = rigscope::model::opening_bounds(
            &model,
            None,
            model.default_scene,
            SkinningMethod::LinearBlend,
            &Work::alone(),
        )
        .unwrap()
        .diagonal()
        .max(1e-3);
        let (mut fast, mut readable) = (PosedModel::default(), PosedModel::default());
        let mut player = Player::new();
        player.set_playing(true);
        for step in 0..24_u32 {
            let dual = step % 2 == 0;
            if step % 4 == 0 && !model.clips.is_empty() {
                let clip = ClipId(step / 4 % model.clips.len() as u32);
                player.play(Some(clip), 0.4, &model.skeleton, &model.clips);
            }
            player.advance(0.11, &model.clips);
            fast.update(&ready, &player, dual);
            readable.update(&model, &player, dual);
            for (a, b) in fast.palettes.iter().zip(&readable.palettes) {
                assert_eq!(a.dual_quaternions().len(), b.dual_quaternions().len());
                assert_eq!(a.matrices().len(), b.matrices().len());
            }
            if dual {
                let worst = apart(&model, &fast, &readable);
                assert!(
                    worst <= 1e-5 * size,
                    "{} at step {step}: {worst} of {size}",
                    model.name
                );
            }
        }
        // A copy is made to be changed: it forgets.
        let changed = Model {
            clips: Vec::new(),
            ..ready.clone()
        };
        fast.update(&changed, &player, true);
        readable.update(&changed, &player, true);
        assert!(apart(&changed, &fast, &readable) == 0.0, "{}", model.name);
    }
}

#[test]
fn what_is_held_by_hand_lies_over_the_fast_frame_too() {
    let file = SAMPLES.iter().find(|s| s.name == "mannequin").unwrap();
    let load = || {
        let (options, work) = (ImportOptions::default(), Work::alone());
        import_bytes(file.file, file.bytes.to_vec(), None, &options, &work).unwrap()
    };
    let (plain, ready) = (load(), load());
    ready.make_ready(&Work::alone()).unwrap();
    let mut player = Player::new();
    let walk = plain.clips.iter().position(|c| c.name() == Some("Walk")).unwrap();
    player.play(Some(ClipId(walk as u32)), 0.0, &plain.skeleton, &plain.clips);
    player.seek(0.6, &plain.clips);
    let moved = |player: &Player, model: &Model| {
        let mut posed = PosedModel::default();
        posed.update(model, player, true);
        posed
    };
    let before = moved(&player, &ready);
    player.adjustments_mut().set_morph_weight(0, Some(0.75));
    let (a, b) = (moved(&player, &plain), moved(&player, &ready));
    assert_eq!(b.local.morph_weights()[0], 0.75);
    assert!(apart(&plain, &a, &b) < 1e-5);
    assert!(
        (before.local.morph_weights()[0] - 0.75).abs() > 0.1,
        "the clip blinks"
    );
}

#[test]
fn one_frame_serves_models_of_other_sizes() {
    let mut frame = PosedModel::default();
    let models = bundled();
    for model in models.iter().chain(models.iter().rev()) {
        model.make_ready(&Work::alone()).unwrap();
        let mut player = Player::new();
        player.play(model.opening_clip(), 0.0, &model.skeleton, &model.clips);
        frame.update(model, &player, true);
        let mut fresh = PosedModel::default();
        fresh.update(model, &player, true);
        assert!(apart(model, &frame, &fresh) == 0.0, "{}", model.name);
        assert_eq!(frame.palettes.len(), model.skins.len());
    }
}

#[test]
fn a_cancelled_preparation_leaves_the_model_as_it_was() {
    let model = bundled().remove(0);
    let work = Work::alone();
    work.cancel.cancel();
    assert!(model.make_ready(&work).is_err());
    model.make_ready(&Work::alone()).unwrap();
}

/// One after the other, as the batch must have them.
fn one_by_one(palette: &Palette, method: SkinningMethod, batch: &VertexBatch<'_>) -> Vec<(Vec3, Vec3)> {
    let vertex = |v: usize| Vertex {
        position: batch.positions[v],
        normal: batch.normals[v],
        tangent: Vec4::ZERO,
    };
    (0..batch.positions.len())
        .map(|v| skin_vertex(method.into(), palette, batch.influences.of(v), vertex(v)))
        .map(|v| (v.position, v.normal))
        .collect()
}

fn agree(palette: &Palette, batch: &VertexBatch<'_>, size: f32, what: &str) {
    let count = batch.positions.len();
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        let right = one_by_one(palette, method, batch);
        for path in SimdPath::available() {
            let (mut positions, mut normals) = (vec![Vec3::NAN; count], vec![Vec3::NAN; count]);
            let mut out = SkinnedBatch {
                positions: &mut positions,
                normals: &mut normals,
            };
            skin_batch(
                path,
                palette,
                method == SkinningMethod::DualQuaternion,
                batch,
                &mut out,
            );
            for (v, (p, n)) in right.iter().enumerate() {
                let off = (positions[v] - *p).length() / size;
                let turned = (normals[v] - *n).length();
                assert!(
                    off < 2e-6 && turned < 1e-4,
                    "{what} {} {} vertex {v} of {count}: {off} {turned}",
                    method.word(),
                    path.word()
                );
            }
        }
    }
}

#[test]
fn whole_meshes_are_skinned_as_vertex_by_vertex() {
    for model in bundled() {
        let mut posed = PosedModel::default();
        let clip = model
            .opening_clip()
            .map(|c| (c, 0.37 * model.clips[c.index()].duration_secs()));
        posed.set_clips(&model, clip, None, true);
        let size = rigscope::model::opening_bounds(
            &model,
            None,
            model.default_scene,
            SkinningMethod::LinearBlend,
            &Work::alone(),
        )
        .unwrap()
        .diagonal()
        .max(1.0);
        for instance in &model.instances {
            let Some(skin) = instance.skin else { continue };
            let skin = skin.0 as usize;
            // Once as the readable code has the palette, once known to be rigid.
            let mut known = Palette::default();
            let path = SimdPath::available()[0];
            known.set_rows(&model.skins[skin], path, true, |rows| {
                rows.copy_from_slice(posed.palettes[skin].matrices());
                false
            });
            for primitive in &model.mesh(instance.mesh).primitives {
                let Some(influences) = &primitive.influences else {
                    continue;
                };
                let flat = vec![Vec3::ZERO; primitive.vertex_count()];
                let batch = VertexBatch {
                    influences,
                    positions: &primitive.positions,
                    normals: primitive.normals.as_deref().unwrap_or(&flat),
                };
                agree(&posed.palettes[skin], &batch, size, &model.name);
                agree(&known, &batch, size, &model.name);
            }
        }
    }
}

/// Mirrored, flattened, opposite: what has no direction keeps its own, any number of vertices is done to the last.
#[test]
fn batches_of_odd_rigs_and_odd_sizes() {
    let model = bundled().remove(0);
    let skin = &model.skins[0];
    let turn = |k: usize| {
        let scale = match k % 4 {
            0 => Vec3::new(-1.0, 1.0, 1.0),
            1 => Vec3::new(1.0, 0.0, 1.0),
            2 => Vec3::new(0.5, 2.0, 1.5),
            _ => Vec3::ONE,
        };
        let turn = glam::Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), k as f32 * 1.1);
        glam::Affine3A::from_scale_rotation_translation(scale, turn, Vec3::new(k as f32 * 0.1, 0.2, -0.3))
    };
    let mut palette = Palette::default();
    palette.set_matrices(skin, (0..skin.len()).map(turn), true);
    let mut rigid = Palette::default();
    rigid.set_rows(skin, SimdPath::available()[0], true, |rows| {
        for (k, row) in rows.iter_mut().enumerate() {
            *row = Rows3x4::from(turn(4 * k + 3));
        }
        false
    });
    assert!(rigid.is_rigid() && !palette.is_rigid());
    for count in 0..20_usize {
        let mut builder = InfluencesBuilder::new(skin.len() as u32, count);
        for v in 0..count {
            let influences = 1 + v % 5;
            builder.push(
                (0..influences).map(|k| (((v * 7 + k * 3) % skin.len()) as u32, 1.0 / influences as f32)),
            );
        }
        let (influences, _) = builder.finish();
        let positions: Vec<Vec3> = (0..count).map(|v| Vec3::new(v as f32 * 0.1, 1.0, -0.5)).collect();
        let normals: Vec<Vec3> = (0..count)
            .map(|v| if v == 2 { Vec3::ZERO } else { Vec3::Y })
            .collect();
        let batch = VertexBatch {
            influences: &influences,
            positions: &positions,
            normals: &normals,
        };
        agree(&rigid, &batch, 3.0, "rigid");
        // Flat joints have normals that hang on the last bit; positions are what they are.
        if count < 2 {
            agree(&palette, &batch, 3.0, "odd");
        }
    }
}
