//! Laws that skinning must obey, on random rigs. Source: Kavan et al. 2008; DESIGN of the two-phase method.

use glam::{Affine3A, Quat, Vec3, Vec4};
use proptest::prelude::*;
use rigscope::animation::{JointId, ModelPose, Pose, Skeleton, SkeletonBuilder};
use rigscope::math::Transform;
use rigscope::skinning::{Influences, InfluencesBuilder, Palette, Skin, SkinningMethod, Vertex, skin_vertex};

const JOINTS: usize = 4;

/// A chain of joints with a bind pose, a posed pose, and vertices with influences.
#[derive(Debug, Clone)]
struct Rig {
    bind: Vec<Transform>,
    posed: Vec<Transform>,
    vertices: Vec<(Vec3, Vec3, [f32; JOINTS])>,
}

fn unit(q: [f32; 4]) -> Quat {
    let q = Quat::from_array(q);
    if q.length() > 0.1 {
        q.normalize()
    } else {
        Quat::IDENTITY
    }
}

fn transform(scale: std::ops::Range<f32>) -> impl Strategy<Value = Transform> {
    (
        prop::array::uniform3(-1.0f32..1.0),
        prop::array::uniform4(-1.0f32..1.0),
        scale,
    )
        .prop_map(|(t, q, s)| Transform {
            translation: Vec3::from_array(t),
            rotation: unit(q),
            scale: Vec3::splat(s),
        })
}

fn rig(scale: std::ops::Range<f32>) -> impl Strategy<Value = Rig> {
    (
        prop::collection::vec(transform(1.0..1.0001), JOINTS),
        prop::collection::vec(transform(scale), JOINTS),
        prop::collection::vec(
            (
                prop::array::uniform3(-2.0f32..2.0),
                prop::array::uniform3(-1.0f32..1.0),
                prop::array::uniform4(0.0f32..1.0),
            ),
            6,
        ),
    )
        .prop_map(|(mut bind, posed, vertices)| {
            for b in &mut bind {
                b.scale = Vec3::ONE;
            }
            let vertices = vertices
                .into_iter()
                .map(|(p, n, w)| (Vec3::from_array(p), Vec3::from_array(n).normalize_or(Vec3::Y), w))
                .collect();
            Rig {
                bind,
                posed,
                vertices,
            }
        })
}

struct Built {
    skeleton: Skeleton,
    skin: Skin,
    influences: Influences,
}

fn build(rig: &Rig) -> Built {
    let mut b = SkeletonBuilder::new();
    for (i, t) in rig.bind.iter().enumerate() {
        b.node(None, i.checked_sub(1), *t);
        b.needed_by_skin(i);
    }
    let (skeleton, joints) = b.build().unwrap();
    let bind = skeleton.rest_model_pose();
    let inverse = joints
        .iter()
        .map(|&j| bind.model_from_joint(j).inverse())
        .collect();
    let mut skin = Skin::new(&skeleton, joints, inverse).unwrap();
    let mut b = InfluencesBuilder::new(JOINTS as u32, rig.vertices.len());
    for (_, _, weights) in &rig.vertices {
        b.push(weights.iter().enumerate().map(|(j, &w)| (j as u32, w)));
    }
    for j in 0..JOINTS {
        skin.mark_weighted(j as u32);
    }
    Built {
        skeleton,
        skin,
        influences: b.finish().0,
    }
}

fn palette(built: &Built, posed: &[Transform], world: Affine3A) -> Palette {
    let mut pose: Pose = built.skeleton.rest_pose();
    for (i, t) in posed.iter().enumerate() {
        *pose.local_mut(JointId(i as u32)) = *t;
    }
    // A common motion of the whole rig goes onto the root.
    let root = Transform::from_affine(world * pose.local(JointId(0)).to_affine());
    *pose.local_mut(JointId(0)) = root;
    let mut model = ModelPose::default();
    built.skeleton.model_space(&pose, &mut model);
    let mut palette = Palette::default();
    palette.update(&built.skin, &model, true);
    palette
}

fn skinned(built: &Built, rig: &Rig, palette: &Palette, method: SkinningMethod) -> Vec<Vertex> {
    rig.vertices
        .iter()
        .enumerate()
        .map(|(i, (position, normal, _))| {
            let tangent = normal.any_orthonormal_vector().extend(1.0);
            skin_vertex(
                method.into(),
                palette,
                built.influences.of(i),
                Vertex {
                    position: *position,
                    normal: *normal,
                    tangent,
                },
            )
        })
        .collect()
}

fn close(a: Vec3, b: Vec3, tolerance: f32) -> Result<(), TestCaseError> {
    prop_assert!((a - b).length() <= tolerance, "{a} {b}: {}", (a - b).length());
    Ok(())
}

/// True if a vertex's rotations are so far from its strongest one that the blend's sign choice is near its border.
fn near_a_sign_border(built: &Built, palette: &Palette, vertex: usize) -> bool {
    let mut all = built
        .influences
        .of(vertex)
        .map(|i| palette.dual_quaternions()[i.joint as usize].motion.real);
    let Some(first) = all.next() else { return false };
    let mut sum = Vec4::from(first);
    for q in all {
        if first.dot(q).abs() < 0.02 {
            return true;
        }
        sum += Vec4::from(q) * first.dot(q).signum();
    }
    // A nearly cancelled blend divides by a small number.
    sum.length() < 0.2
}

const BOTH: [SkinningMethod; 2] = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn at_the_bind_pose_nothing_moves(rig in rig(1.0..1.0001)) {
        let built = build(&rig);
        let palette = palette(&built, &rig.bind, Affine3A::IDENTITY);
        for method in BOTH {
            for (v, (p, n, _)) in skinned(&built, &rig, &palette, method).iter().zip(&rig.vertices) {
                close(v.position, *p, 2e-5)?;
                close(v.normal, *n, 2e-5)?;
            }
        }
    }

    #[test]
    fn one_influence_is_the_same_in_both_methods(mut rig in rig(0.3..2.5), joint in 0usize..JOINTS) {
        for v in &mut rig.vertices {
            v.2 = [0.0; JOINTS];
            v.2[joint] = 0.7;
        }
        let built = build(&rig);
        let palette = palette(&built, &rig.posed, Affine3A::IDENTITY);
        let lbs = skinned(&built, &rig, &palette, SkinningMethod::LinearBlend);
        let dqs = skinned(&built, &rig, &palette, SkinningMethod::DualQuaternion);
        for (a, b) in lbs.iter().zip(&dqs) {
            close(a.position, b.position, 2e-4)?;
            close(a.normal, b.normal, 1e-4)?;
            close(a.tangent.truncate(), b.tangent.truncate(), 1e-4)?;
            prop_assert_eq!(a.tangent.w, b.tangent.w);
        }
    }

    #[test]
    fn one_influence_is_the_same_under_shear_and_flattening(mut rig in rig(0.5..2.0), s in prop::array::uniform3(-2.0f32..2.0), flat in 0usize..4) {
        for v in &mut rig.vertices {
            v.2 = [0.0, 0.0, 0.0, 1.0];
        }
        // A non-uniform scale above a rotated joint is a shear below it.
        rig.posed[1].scale = Vec3::from_array(s);
        if flat < 3 {
            rig.posed[1].scale[flat] = 0.0;
        }
        let built = build(&rig);
        let palette = palette(&built, &rig.posed, Affine3A::IDENTITY);
        let lbs = skinned(&built, &rig, &palette, SkinningMethod::LinearBlend);
        let dqs = skinned(&built, &rig, &palette, SkinningMethod::DualQuaternion);
        for (a, b) in lbs.iter().zip(&dqs) {
            prop_assert!(b.position.is_finite() && b.normal.is_finite());
            close(a.position, b.position, 5e-4)?;
        }
    }

    #[test]
    fn a_common_rigid_motion_goes_through(rig in rig(1.0..1.0001), q in prop::array::uniform4(-1.0f32..1.0), t in prop::array::uniform3(-3.0f32..3.0)) {
        let mut rig = rig;
        for p in &mut rig.posed {
            p.scale = Vec3::ONE;
        }
        let built = build(&rig);
        let motion = Affine3A::from_rotation_translation(unit(q), Vec3::from_array(t));
        let (here, there) = (palette(&built, &rig.posed, Affine3A::IDENTITY), palette(&built, &rig.posed, motion));
        for method in BOTH {
            let (a, b) = (skinned(&built, &rig, &here, method), skinned(&built, &rig, &there, method));
            for i in 0..a.len() {
                if near_a_sign_border(&built, &here, i) {
                    continue;
                }
                close(motion.transform_point3(a[i].position), b[i].position, 3e-4)?;
                close(motion.transform_vector3(a[i].normal), b[i].normal, 3e-4)?;
            }
        }
    }

    #[test]
    fn a_rig_scaled_or_mirrored_as_a_whole_gives_the_picture_scaled_or_mirrored(
        rig in rig(1.0..1.0001), k in prop::sample::select(vec![0.01f32, 0.5, 3.0, 100.0, -1.0, -0.01]),
    ) {
        let mut rig = rig;
        for p in &mut rig.posed {
            p.scale = Vec3::ONE;
        }
        let built = build(&rig);
        // A negative k mirrors through the origin (all three axes), as S = -I.
        let world = Affine3A::from_scale(Vec3::splat(k));
        let plain = palette(&built, &rig.posed, Affine3A::IDENTITY);
        let mut pose = built.skeleton.rest_pose();
        for (i, t) in rig.posed.iter().enumerate() {
            *pose.local_mut(JointId(i as u32)) = *t;
        }
        let mut model = ModelPose::default();
        built.skeleton.model_space(&pose, &mut model);
        // The scaled rig: a scaled node above the root, as exporters in centimetres write it.
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform { scale: Vec3::splat(k), ..Transform::IDENTITY });
        for (i, t) in rig.posed.iter().enumerate() {
            b.node(None, Some(i), *t);
            b.needed_by_skin(i + 1);
        }
        let (scaled_skeleton, of) = b.build().unwrap();
        let mut scaled_skin = Skin::new(&scaled_skeleton, of[1..].to_vec(), built.skin.inverse_binds().to_vec()).unwrap();
        for j in 0..JOINTS {
            scaled_skin.mark_weighted(j as u32);
        }
        let mut scaled = Palette::default();
        scaled.update(&scaled_skin, &scaled_skeleton.rest_model_pose(), true);
        prop_assert!((scaled.common_scale() / k - 1.0).abs() < 1e-4);
        for method in BOTH {
            let (a, b) = (skinned(&built, &rig, &plain, method), skinned(&built, &rig, &scaled, method));
            for i in 0..a.len() {
                if near_a_sign_border(&built, &plain, i) {
                    continue;
                }
                close(world.transform_point3(a[i].position), b[i].position, 5e-4 * k.abs())?;
                close(a[i].normal * k.signum(), b[i].normal, 5e-4)?;
            }
        }
    }

    #[test]
    fn scaling_one_joint_leaves_vertices_without_it_alone(mut rig in rig(1.0..1.0001), s in prop::array::uniform3(0.2f32..3.0)) {
        for p in &mut rig.posed {
            p.scale = Vec3::ONE;
        }
        // Only the leaf is scaled: the joints above keep their matrices, and the median scale stays 1.
        let built = build(&rig);
        let before = palette(&built, &rig.posed, Affine3A::IDENTITY);
        rig.posed[3].scale = Vec3::from_array(s);
        let after = palette(&built, &rig.posed, Affine3A::IDENTITY);
        for method in BOTH {
            let (a, b) = (skinned(&built, &rig, &before, method), skinned(&built, &rig, &after, method));
            for i in 0..a.len() {
                if built.influences.of(i).all(|x| x.joint != 3) {
                    prop_assert_eq!(a[i].position, b[i].position);
                }
            }
        }
    }

    #[test]
    fn the_sign_of_a_joints_quaternion_does_not_matter(rig in rig(1.0..1.0001), flip in 0usize..JOINTS) {
        let built = build(&rig);
        let plain = palette(&built, &rig.posed, Affine3A::IDENTITY);
        let a = skinned(&built, &rig, &plain, SkinningMethod::DualQuaternion);
        let mut joints = plain.dual_quaternions().to_vec();
        joints[flip].motion.real = -joints[flip].motion.real;
        joints[flip].motion.dual = -joints[flip].motion.dual;
        for (i, (position, normal, _)) in rig.vertices.iter().enumerate() {
            if near_a_sign_border(&built, &plain, i) {
                continue;
            }
            let tangent = normal.any_orthonormal_vector().extend(1.0);
            let v = Vertex { position: *position, normal: *normal, tangent };
            let b = rigscope::skinning::skin_dual_quaternion(&joints, built.influences.of(i), v);
            close(a[i].position, b.position, 1e-4)?;
        }
    }

    #[test]
    fn boxes_by_joint_hold_every_posed_vertex(rig in rig(0.5..2.0)) {
        let built = build(&rig);
        let palette = palette(&built, &rig.posed, Affine3A::IDENTITY);
        let positions: Vec<Vec3> = rig.vertices.iter().map(|v| v.0).collect();
        let boxes = rigscope::skinning::JointBoxes::new(&positions, &built.influences, None);
        for method in BOTH {
            let bounds = boxes.posed(&palette, method, &[]);
            for v in skinned(&built, &rig, &palette, method) {
                prop_assert!(bounds.contains(v.position, 1e-4), "{:?} {} {:?}", method, v.position, bounds);
            }
        }
    }
}

/// Two joints along X, the second twisted about X; a ring of vertices half on each.
fn twisted(degrees: f32, weights: [f32; 2]) -> (f32, f32) {
    let mut b = SkeletonBuilder::new();
    b.node(None, None, Transform::IDENTITY);
    b.node(
        None,
        Some(0),
        Transform {
            translation: Vec3::X,
            ..Transform::IDENTITY
        },
    );
    let (skeleton, of) = b.build().unwrap();
    let inverse = vec![Affine3A::IDENTITY, Affine3A::from_translation(-Vec3::X)];
    let mut skin = Skin::new(&skeleton, of, inverse).unwrap();
    skin.mark_weighted(0);
    skin.mark_weighted(1);
    let mut pose = skeleton.rest_pose();
    pose.local_mut(JointId(1)).rotation = Quat::from_rotation_x(degrees.to_radians());
    let mut model = ModelPose::default();
    skeleton.model_space(&pose, &mut model);
    let mut palette = Palette::default();
    palette.update(&skin, &model, true);
    let mut b = InfluencesBuilder::new(2, 1);
    b.push([(0, weights[0]), (1, weights[1])]);
    let influences = b.finish().0;
    let radius = |method: SkinningMethod| {
        let v = Vertex {
            position: Vec3::new(1.0, 1.0, 0.0),
            normal: Vec3::Y,
            tangent: Vec4::ZERO,
        };
        let p = skin_vertex(method.into(), &palette, influences.of(0), v).position;
        p.y.hypot(p.z)
    };
    (
        radius(SkinningMethod::LinearBlend),
        radius(SkinningMethod::DualQuaternion),
    )
}

#[test]
fn the_candy_wrapper_by_numbers() {
    // Chapter: 170 degrees at one half each keep cos 85 = 0.0872 of the radius under LBS, all of it under DQS.
    let (lbs, dqs) = twisted(170.0, [0.5, 0.5]);
    assert!((lbs - 0.0872).abs() < 1e-4, "{lbs}");
    assert!((dqs - 1.0).abs() < 1e-5, "{dqs}");
}

#[test]
fn two_joints_exactly_opposite_stay_finite() {
    let (lbs, dqs) = twisted(180.0, [0.5, 0.5]);
    assert!(lbs.is_finite() && dqs.is_finite());
}

#[test]
fn a_joint_scaled_out_of_centre_is_scaled_about_its_bind_position() {
    // A joint 10 units from the origin, scaled 1.5 and bent 60 degrees; a vertex half on it, 0.1 beside it.
    let mut b = SkeletonBuilder::new();
    b.node(None, None, Transform::IDENTITY);
    b.node(
        None,
        Some(0),
        Transform {
            translation: Vec3::new(10.0, 0.0, 0.0),
            ..Transform::IDENTITY
        },
    );
    let (skeleton, of) = b.build().unwrap();
    let inverse = vec![
        Affine3A::IDENTITY,
        Affine3A::from_translation(Vec3::new(-10.0, 0.0, 0.0)),
    ];
    let mut skin = Skin::new(&skeleton, of, inverse).unwrap();
    skin.mark_weighted(0);
    skin.mark_weighted(1);
    let mut pose = skeleton.rest_pose();
    pose.local_mut(JointId(1)).rotation = Quat::from_rotation_z(60_f32.to_radians());
    pose.local_mut(JointId(1)).scale = Vec3::splat(1.5);
    let mut model = ModelPose::default();
    skeleton.model_space(&pose, &mut model);
    let mut palette = Palette::default();
    palette.update(&skin, &model, true);
    let mut b = InfluencesBuilder::new(2, 1);
    b.push([(0, 0.5), (1, 0.5)]);
    let influences = b.finish().0;
    let v = Vertex {
        position: Vec3::new(10.1, 0.0, 0.0),
        normal: Vec3::Y,
        tangent: Vec4::ZERO,
    };
    let p = skin_vertex(
        SkinningMethod::DualQuaternion.into(),
        &palette,
        influences.of(0),
        v,
    )
    .position
        - Vec3::new(10.0, 0.0, 0.0);
    // Half-way: scale 1.25 about the joint, turned by 30 degrees.
    assert!((p.length() - 0.125).abs() < 1e-4, "{p}");
    assert!((p.y.atan2(p.x).to_degrees() - 30.0).abs() < 0.1, "{p}");
}
