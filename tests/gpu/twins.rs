//! The graphics device moves vertices as the CPU twins do: the real vertex entry point, drawn as points, one pixel a
//! vertex, against `PosedModel::vertex`.

use glam::{Affine3A, Mat3, Vec3, Vec4};
use rigscope::animation::{JointId, SkeletonBuilder, SlotLayout};
use rigscope::math::{Bounds, Rows3x4, Transform};
use rigscope::model::{
    InstanceId, Mesh, MeshId, MeshInstance, Model, PosedModel, Primitive, Scene, SceneId, SkinId,
};
use rigscope::render::GpuOptions;
use rigscope::skinning::{
    Influence, InfluencesBuilder, JointBoxes, MorphDelta, MorphTargets, Palette, Skin, Skinning,
    SkinningMethod, Vertex, limit_influences, mask_factor,
};
use rigscope::teach::{self, Fault};

use crate::support::{Bench, Random, bench, options};

/// What a random rig is like.
#[derive(Clone, Copy, Default)]
struct Kind {
    joints: u32,
    most_influences: u32,
    morphs: u32,
    /// Scale factors of posed joints.
    scale: Option<Vec3>,
    /// Every other joint mirrors.
    mirrored: bool,
    /// Inverse binds with shear.
    shear: bool,
    no_skin: bool,
}

fn random_rig(seed: u64, kind: Kind) -> (Model, PosedModel) {
    let mut random = Random::new(seed);
    let mut builder = SkeletonBuilder::new();
    for joint in 0..kind.joints as usize {
        let parent = (joint > 0).then(|| random.below(joint as u32) as usize);
        let rest = Transform {
            translation: random.vec3() * 0.4,
            rotation: random.rotation(),
            scale: Vec3::ONE,
        };
        builder.node(None, parent, rest);
        builder.needed_by_skin(joint);
    }
    builder.slots(SlotLayout {
        rest_morph_weights: vec![0.0; kind.morphs as usize],
        rest_properties: vec![],
    });
    let (skeleton, joints) = builder.build().expect("a tree");
    let rest = skeleton.rest_model_pose();
    let inverse_binds: Vec<Affine3A> = joints
        .iter()
        .map(|&j| {
            let shear = if kind.shear {
                Mat3::from_cols(
                    Vec3::X + random.vec3() * 0.3,
                    Vec3::Y + random.vec3() * 0.3,
                    Vec3::Z + random.vec3() * 0.3,
                )
            } else {
                Mat3::IDENTITY
            };
            Affine3A::from_mat3_translation(shear, random.vec3() * 0.02) * rest.model_from_joint(j).inverse()
        })
        .collect();
    let mut skin = Skin::new(&skeleton, joints.clone(), inverse_binds).expect("a skin");
    (0..kind.joints).for_each(|j| skin.mark_weighted(j));

    let count = 700;
    let positions: Vec<Vec3> = (0..count).map(|_| random.vec3()).collect();
    let normals: Vec<Vec3> = (0..count).map(|_| random.unit()).collect();
    let tangents: Vec<Vec4> = normals
        .iter()
        .map(|n| {
            n.any_orthonormal_vector()
                .extend(if random.signed() < 0.0 { -1.0 } else { 1.0 })
        })
        .collect();
    let mut influences = InfluencesBuilder::new(kind.joints, count);
    for _ in 0..count {
        let n = 1 + random.below(kind.most_influences.max(1));
        let raw: Vec<(u32, f32)> = (0..n)
            .map(|_| (random.below(kind.joints), random.signed().abs() + 0.01))
            .collect();
        influences.push(raw);
    }
    let influences = influences.finish().0;
    let morph = (kind.morphs > 0).then(|| {
        let mut deltas = Vec::new();
        for vertex in 0..count as u32 {
            for target in 0..kind.morphs {
                if random.signed() > 0.0 {
                    let (position, normal, tangent) =
                        (random.vec3() * 0.1, random.vec3() * 0.3, random.vec3() * 0.3);
                    deltas.push((
                        vertex,
                        MorphDelta {
                            target,
                            position,
                            normal,
                            tangent,
                        },
                    ));
                }
            }
        }
        MorphTargets::new(kind.morphs, count, deltas)
    });
    let mut primitive = Primitive {
        joint_boxes: JointBoxes::new(&positions, &influences, morph.as_ref()),
        positions: positions.into(),
        normals: Some(normals.into()),
        tangents: Some(tangents.into()),
        influences: Some(influences),
        morph,
        ..Primitive::default()
    };
    if kind.no_skin {
        primitive.influences = None;
    }
    let instance = MeshInstance {
        joint: joints[kind.joints as usize - 1],
        mesh: MeshId(0),
        skin: (!kind.no_skin).then_some(SkinId(0)),
        morph_weights: 0..kind.morphs,
        copies: 0..0,
        visible: true,
    };
    let model = Model {
        skeleton,
        meshes: vec![Mesh {
            primitives: vec![primitive.clone(), primitive],
            ..Mesh::default()
        }],
        // The second skin is the same, so that bases other than 0 are read.
        skins: vec![skin.clone(), skin],
        instances: vec![
            instance.clone(),
            MeshInstance {
                skin: instance.skin.map(|_| SkinId(1)),
                ..instance
            },
        ],
        scenes: vec![Scene {
            instances: vec![InstanceId(0), InstanceId(1)],
            joints,
            ..Scene::default()
        }],
        ..Model::default()
    };
    let mut posed = PosedModel::at_rest(&model);
    for joint in 0..kind.joints {
        let local = posed.local.local_mut(JointId(joint));
        local.rotation = random.rotation();
        if let Some(scale) = kind.scale {
            local.scale = if joint % 3 == 0 { scale } else { Vec3::ONE };
        }
        if kind.mirrored && joint % 2 == 1 {
            local.scale.x *= -1.0;
        }
    }
    for (k, weight) in posed.local.morph_weights_mut().iter_mut().enumerate() {
        // Some are off, some negative, some beyond 1.
        *weight = [0.0, 0.7, -0.4, 1.6][k % 4];
    }
    // Off at some joints, on at some, soft at some; short of the last.
    posed.joint_mask = (0..kind.joints.saturating_sub(1))
        .map(|j| [0.0, 1.0, 0.3][j as usize % 3])
        .collect();
    posed.update_matrices(&model, true);
    (model, posed)
}

fn ulp(x: f32) -> f32 {
    let x = x.abs().max(f32::MIN_POSITIVE);
    f32::from_bits(x.to_bits() + 1) - x
}

/// How far a vertex's blend is from losing its rotation, and from losing a direction: below some hundredths a position,
/// a normal or a sign may go either way.
fn conditioning(
    model: &Model,
    posed: &PosedModel,
    id: InstanceId,
    p: usize,
    skinning: Skinning,
    v: usize,
) -> (f32, f32) {
    let instance = &model.instances[id.0 as usize];
    let primitive = &model.mesh(instance.mesh).primitives[p];
    let (Some(skin), Some(influences)) = (instance.skin, &primitive.influences) else {
        return (1.0, 1.0);
    };
    let palette = &posed.palettes[skin.0 as usize];
    let limit = if skinning.influence_limit == 0 {
        u32::MAX
    } else {
        skinning.influence_limit
    };
    let kept: Vec<Influence> = limit_influences(influences.of(v), limit).collect();
    let factor = match skinning.method {
        SkinningMethod::LinearBlend => 0.0,
        SkinningMethod::DualQuaternion => 1.0,
        SkinningMethod::Blend => skinning.blend,
        SkinningMethod::Masked => mask_factor(palette.mask(), kept.iter().copied()),
    };
    let linear = (1.0, linear_volume(palette, &kept));
    let dual = dual_conditioning(palette, &kept);
    if factor <= 0.0 {
        return linear;
    }
    if factor >= 1.0 {
        return dual;
    }
    let [a, b] = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(|method| {
        let alone = Skinning { method, ..skinning };
        posed.vertex(instance, primitive, alone, v)
    });
    let normal = a.normal.lerp(b.normal, factor);
    let tangent = a.tangent.truncate().lerp(b.tangent.truncate(), factor);
    let flat = tangent - normal.normalize_or_zero() * tangent.dot(normal.normalize_or_zero());
    let directions = normal.length().min(flat.length());
    (dual.0, linear.1.min(dual.1).min(directions))
}

fn relative_volume(blend: &Rows3x4) -> f32 {
    let size = blend.0.iter().map(|r| r.truncate().length()).product::<f32>();
    (blend.determinant() / size.max(1e-30)).abs()
}

fn linear_volume(palette: &Palette, influences: &[Influence]) -> f32 {
    let blend = influences.iter().fold(Rows3x4::ZERO, |sum, i| {
        sum.add_scaled(&palette.matrices()[i.joint as usize], i.weight)
    });
    relative_volume(&blend)
}

fn dual_conditioning(palette: &Palette, influences: &[Influence]) -> (f32, f32) {
    let mut stretch = Rows3x4::ZERO;
    let mut real = Vec4::ZERO;
    let mut pivot = None;
    for i in influences {
        let joint = &palette.dual_quaternions()[i.joint as usize];
        stretch = stretch.add_scaled(&joint.stretch, i.weight);
        let q = Vec4::from(joint.motion.real);
        let pivot = *pivot.get_or_insert(q);
        real += q * if q.dot(pivot) < 0.0 { -i.weight } else { i.weight };
    }
    (real.length(), relative_volume(&stretch).min(real.length()))
}

fn degrees_between(a: Vec3, b: Vec3) -> f32 {
    // The sine is precise where the cosine is not.
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// Compares every vertex of the scene; returns how many were compared and how many of them in normal and tangent.
pub(crate) fn compare(
    bench: &mut Bench,
    model: &Model,
    posed: &PosedModel,
    skinning: impl Into<Skinning>,
) -> (usize, usize) {
    let skinning = skinning.into();
    let mut gpu_model = bench.upload(model);
    let got = bench
        .renderer
        .skinned_vertices(
            &bench.gpu,
            &mut gpu_model,
            model,
            posed,
            model.default_scene,
            skinning,
        )
        .expect("vertices come back");
    let twin = |id: InstanceId, p: usize, v: usize| -> Vertex {
        let instance = &model.instances[id.0 as usize];
        posed.vertex(instance, &model.mesh(instance.mesh).primitives[p], skinning, v)
    };
    let all = got
        .iter()
        .flat_map(|g| (0..g.vertices.len()).map(|v| twin(g.instance, g.primitive, v).position));
    let bounds = Bounds::of(all);
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    let tolerance = 1e-5 * bounds.diagonal() + 4.0 * ulp(largest);
    let (mut points, mut frames) = (0, 0);
    for g in &got {
        for (v, vertex) in g.vertices.iter().enumerate() {
            let right = twin(g.instance, g.primitive, v);
            let (turn, condition) = conditioning(model, posed, g.instance, g.primitive, skinning, v);
            let place = format!(
                "{skinning:?}, instance {}, primitive {}, vertex {v}",
                g.instance.0, g.primitive
            );
            if turn > 0.02 {
                let off = (vertex.position - right.position).length();
                assert!(
                    off <= tolerance,
                    "{place}: {off:e} > {tolerance:e}: {vertex:?} {right:?}"
                );
                points += 1;
            }
            if condition > 0.02 {
                let normal = degrees_between(vertex.normal, right.normal);
                assert!(
                    normal < 0.1,
                    "{place}: normal off by {normal} degrees: {vertex:?} {right:?}"
                );
                let tangent = degrees_between(vertex.tangent.truncate(), right.tangent.truncate());
                assert!(
                    tangent < 0.1,
                    "{place}: tangent off by {tangent} degrees: {vertex:?} {right:?}"
                );
                assert_eq!(vertex.tangent.w, right.tangent.w, "{place}: handedness");
                frames += 1;
            }
        }
    }
    (points, frames)
}

/// All methods, and what lies between, with all influences and with the limits of engines.
fn all_skinnings() -> impl Iterator<Item = Skinning> {
    let limits = [0, 1, 2, 4, 8];
    limits.into_iter().flat_map(|influence_limit| {
        SkinningMethod::ALL.map(|method| Skinning {
            method,
            blend: 0.3,
            influence_limit,
        })
    })
}

fn check(kind: Kind) {
    let mut bench = bench();
    for seed in 1..=3 {
        let (model, posed) = random_rig(seed, kind);
        for skinning in all_skinnings() {
            let (points, frames) = compare(&mut bench, &model, &posed, skinning);
            // A test that leaves out what is hard must still compare most.
            assert!(
                points >= 2600 && frames >= 1200,
                "{skinning:?}: {points} points, {frames} normals"
            );
        }
    }
}

fn vertices(
    bench: &mut Bench,
    model: &Model,
    posed: &PosedModel,
    skinning: impl Into<Skinning>,
) -> Vec<Vertex> {
    let mut gpu_model = bench.upload(model);
    bench
        .renderer
        .skinned_vertices(&bench.gpu, &mut gpu_model, model, posed, SceneId(0), skinning)
        .expect("vertices come back")
        .into_iter()
        .flat_map(|p| p.vertices)
        .collect()
}

#[test]
fn the_ends_of_blend_and_mask_are_the_methods_to_the_bit() {
    let mut bench = bench();
    let kind = Kind {
        joints: 12,
        most_influences: 6,
        ..Kind::default()
    };
    let (model, mut posed) = random_rig(3, kind);
    let lbs = vertices(&mut bench, &model, &posed, SkinningMethod::LinearBlend);
    let dqs = vertices(&mut bench, &model, &posed, SkinningMethod::DualQuaternion);
    assert_ne!(lbs, dqs);
    for (blend, same) in [(0.0, &lbs), (1.0, &dqs)] {
        let skinning = Skinning {
            blend,
            ..SkinningMethod::Blend.into()
        };
        assert!(
            vertices(&mut bench, &model, &posed, skinning) == *same,
            "blend {blend}"
        );
        posed.joint_mask = vec![blend; 12];
        posed.update_matrices(&model, true);
        let masked = vertices(&mut bench, &model, &posed, SkinningMethod::Masked);
        assert!(masked == *same, "mask {blend}");
    }
    // A mask on half the joints: vertices that follow only the others, or only those, keep their bits, too.
    posed.joint_mask = vec![1.0; 6];
    posed.update_matrices(&model, true);
    let masked = vertices(&mut bench, &model, &posed, SkinningMethod::Masked);
    let influences = model.meshes[0].primitives[0].influences.as_ref().unwrap();
    let (mut off, mut on) = (0, 0);
    for (v, vertex) in masked.iter().take(influences.len()).enumerate() {
        let of_joint = |i: Influence| posed.palettes[0].mask()[i.joint as usize];
        if influences.of(v).all(|i| of_joint(i) == 0.0) {
            assert_eq!(*vertex, lbs[v], "vertex {v}");
            off += 1;
        } else if influences.of(v).all(|i| of_joint(i) == 1.0) {
            assert_eq!(*vertex, dqs[v], "vertex {v}");
            on += 1;
        }
    }
    assert!(off > 50 && on > 50, "{off} {on}");
}

#[test]
fn a_limit_that_nothing_reaches_changes_no_bit() {
    let mut bench = bench();
    let kind = Kind {
        joints: 12,
        most_influences: 4,
        ..Kind::default()
    };
    let (model, posed) = random_rig(4, kind);
    for method in SkinningMethod::ALL {
        let all = vertices(&mut bench, &model, &posed, method);
        let limited = |influence_limit| Skinning {
            influence_limit,
            ..method.into()
        };
        for limit in [4, 8] {
            assert!(
                vertices(&mut bench, &model, &posed, limited(limit)) == all,
                "{method:?} {limit}"
            );
        }
        assert!(
            vertices(&mut bench, &model, &posed, limited(2)) != all,
            "{method:?}"
        );
    }
}

#[test]
fn four_influences_and_many_joints() {
    check(Kind {
        joints: 300,
        most_influences: 4,
        ..Kind::default()
    });
}

#[test]
fn nine_influences_and_morphs() {
    check(Kind {
        joints: 40,
        most_influences: 9,
        morphs: 6,
        ..Kind::default()
    });
}

#[test]
fn stretched_joints_and_sheared_binds() {
    check(Kind {
        joints: 24,
        most_influences: 4,
        scale: Some(Vec3::new(1.0, 2.5, 0.4)),
        shear: true,
        ..Kind::default()
    });
}

#[test]
fn mirrored_joints() {
    check(Kind {
        joints: 8,
        most_influences: 2,
        mirrored: true,
        ..Kind::default()
    });
}

#[test]
fn a_whole_mirrored_rig_in_centimetres() {
    let mut bench = bench();
    let (model, mut posed) = random_rig(
        5,
        Kind {
            joints: 20,
            most_influences: 6,
            ..Kind::default()
        },
    );
    let root = model
        .skeleton
        .joints()
        .find(|&j| model.skeleton.parent(j).is_none())
        .unwrap();
    posed.local.local_mut(root).scale = Vec3::splat(-0.01);
    posed.update_matrices(&model, true);
    for method in SkinningMethod::ALL {
        assert!(compare(&mut bench, &model, &posed, method).1 > 1400);
    }
}

#[test]
fn flattened_and_vanished_joints_stay_finite_and_alike() {
    let mut bench = bench();
    for scale in [Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0)] {
        let kind = Kind {
            joints: 12,
            most_influences: 3,
            scale: Some(scale),
            morphs: 2,
            ..Kind::default()
        };
        let (model, posed) = random_rig(7, kind);
        for method in SkinningMethod::ALL {
            assert!(compare(&mut bench, &model, &posed, method).0 > 200);
        }
    }
}

#[test]
fn parts_without_a_skin_follow_their_node() {
    check(Kind {
        joints: 5,
        most_influences: 1,
        morphs: 3,
        no_skin: true,
        scale: Some(Vec3::new(1.0, 1.5, 0.7)),
        ..Kind::default()
    });
}

#[test]
fn morph_targets_larger_than_one_binding_are_split() {
    let kind = Kind {
        joints: 6,
        most_influences: 2,
        morphs: 8,
        ..Kind::default()
    };
    let (model, posed) = random_rig(11, kind);
    let deltas = model.meshes[0].primitives[0]
        .morph
        .as_ref()
        .unwrap()
        .deltas()
        .len();
    // Two and a half bindings' worth.
    let bytes = (deltas as u64 * 2 / 5) * size_of::<MorphDelta>() as u64;
    let small = GpuOptions {
        max_storage_binding_bytes: Some(bytes),
        ..options()
    };
    let mut bench = Bench::new(&small);
    assert!(compare(&mut bench, &model, &posed, SkinningMethod::LinearBlend).0 == 2800);
    let too_small = GpuOptions {
        max_storage_binding_bytes: Some(bytes / 2),
        ..options()
    };
    let bench = Bench::new(&too_small);
    let error = rigscope::render::GpuModel::new(
        &bench.gpu,
        &bench.renderer,
        &model,
        &rigscope::work::Work::alone(),
    )
    .unwrap_err();
    assert!(
        matches!(error, rigscope::render::RenderError::TooLarge { .. }),
        "{error}"
    );
}

/// Wrong on purpose, by both: dual quaternions without aligned signs.
#[test]
fn unaligned_signs_are_wrong_alike_and_leave_the_right_ones_alone() {
    let fault = Fault::NoSignAlignment;
    let mut guard = bench();
    let bench = &mut *guard;
    let kind = Kind {
        joints: 12,
        most_influences: 6,
        ..Kind::default()
    };
    let (model, posed) = random_rig(9, kind);
    for skinning in all_skinnings() {
        let right = vertices(bench, &model, &posed, skinning);
        let mut gpu_model = bench.upload(&model);
        let parts = bench
            .renderer
            .faulty_vertices(
                &bench.gpu,
                &mut gpu_model,
                (&model, &posed),
                SceneId(0),
                skinning,
                fault,
            )
            .expect("vertices come back");
        let (mut compared, mut different) = (0, 0);
        let mut next = right.iter();
        for part in &parts {
            let instance = &model.instances[part.instance.0 as usize];
            let primitive = &model.mesh(instance.mesh).primitives[part.primitive];
            let palette = &posed.palettes[instance.skin.unwrap().0 as usize];
            let influences = primitive.influences.as_ref().unwrap();
            for (v, vertex) in part.vertices.iter().enumerate() {
                let twin = teach::vertex(fault, &posed, instance, primitive, skinning, v);
                let limit = if skinning.influence_limit == 0 {
                    u32::MAX
                } else {
                    skinning.influence_limit
                };
                let real = limit_influences(influences.of(v), limit)
                    .map(|i| Vec4::from(palette.dual_quaternions()[i.joint as usize].motion.real) * i.weight)
                    .sum::<Vec4>();
                // Signs that cancel leave a direction that rounding decides.
                if real.length() > 0.02 {
                    let off = (vertex.position - twin.position).length();
                    assert!(off < 1e-4, "{skinning:?}, vertex {v}: {vertex:?} {twin:?}");
                    compared += 1;
                }
                let right = next.next().unwrap();
                different += usize::from((right.position - vertex.position).length() > 1e-3);
            }
        }
        assert!(compared > 2600, "{skinning:?}: {compared}");
        let turns = skinning.method != SkinningMethod::LinearBlend && skinning.influence_limit != 1;
        assert_eq!(different > 300, turns, "{skinning:?}: {different}");
        assert!(
            vertices(bench, &model, &posed, skinning) == right,
            "the right ones keep their bits"
        );
    }
}
