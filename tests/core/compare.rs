//! `inspect::compare` against an evaluation in double precision that shares no code with it: keys, hierarchy, both
//! methods and the statistics are written anew from the specification and Kavan et al. 2008.

use std::collections::BTreeMap;

use glam::{DMat3, DMat4, DQuat, DVec3};
use rigscope::animation::{ClipId, Interpolation, JointId, Target};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compare::{CompareScratch, Comparison, FrameNumbers, instants};
use rigscope::inspect::twist::{find_twists, largest_twists, radius_kept, twist_mask};
use rigscope::model::{Model, PosedModel, SceneId};
use rigscope::skinning::{Skinning, SkinningMethod};
use rigscope::work::{Work, Workers};
use serde_json::json;

use super::support::{GltfBuilder, Numbers};

fn sample(name: &str) -> Model {
    let sample = rigscope::samples::find(name).expect("a sample");
    import_bytes(
        sample.file,
        sample.bytes.to_vec(),
        None,
        &ImportOptions::default(),
        &Work::alone(),
    )
    .expect("a model")
}

fn slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let angle = a.dot(b).min(1.0).acos();
    if angle < 1e-9 {
        return (a * (1.0 - t) + b * t).normalize();
    }
    (a * ((1.0 - t) * angle).sin() + b * (t * angle).sin()) * angle.sin().recip()
}

/// `model_from_joint` of every joint at `time`.
fn matrices(model: &Model, clip: Option<ClipId>, time: f64) -> Vec<DMat4> {
    let skeleton = &model.skeleton;
    let mut locals: Vec<(DVec3, DQuat, DVec3)> = skeleton
        .joints()
        .map(|j| {
            let r = skeleton.rest(j);
            (
                r.translation.as_dvec3(),
                r.rotation.as_dquat(),
                r.scale.as_dvec3(),
            )
        })
        .collect();
    for track in clip.and_then(|c| model.clip(c)).map_or(&[][..], |c| c.tracks()) {
        let Some(joint) = track.target.joint() else {
            continue;
        };
        let keys = &track.keys;
        let cubic = keys.interpolation() == Interpolation::CubicSpline;
        assert_ne!(keys.interpolation(), Interpolation::Step, "the samples have none");
        let times = keys.times();
        if times.is_empty() {
            continue;
        }
        let value = |k: usize| -> Vec<f64> { keys.value(k).iter().map(|&v| f64::from(v)).collect() };
        let right = times
            .iter()
            .position(|&t| f64::from(t) > time)
            .unwrap_or(times.len());
        let (a, b, u) = match right {
            0 => (value(0), value(0), 0.0),
            r if r == times.len() => (value(r - 1), value(r - 1), 0.0),
            r => {
                let (t0, t1) = (f64::from(times[r - 1]), f64::from(times[r]));
                let u = (time - t0) / (t1 - t0);
                if cubic {
                    // Hermite, as in appendix C of the specification; the result is the value itself.
                    let (leave, enter) = (
                        keys.out_tangent(r - 1).expect("a spline"),
                        keys.in_tangent(r).expect("a spline"),
                    );
                    let at: Vec<f64> = (0..leave.len())
                        .map(|i| {
                            let (p0, p1) = (value(r - 1)[i], value(r)[i]);
                            let (m0, m1) = (f64::from(leave[i]) * (t1 - t0), f64::from(enter[i]) * (t1 - t0));
                            p0 + u
                                * (m0
                                    + u * (3.0 * (p1 - p0) - 2.0 * m0 - m1 + u * (2.0 * (p0 - p1) + m0 + m1)))
                        })
                        .collect();
                    (at.clone(), at, 0.0)
                } else {
                    (value(r - 1), value(r), u)
                }
            }
        };
        let local = &mut locals[joint.index()];
        let vec = |v: &[f64]| DVec3::new(v[0], v[1], v[2]);
        match track.target {
            Target::Translation(_) => local.0 = vec(&a).lerp(vec(&b), u),
            Target::Scale(_) => local.2 = vec(&a).lerp(vec(&b), u),
            Target::Rotation(_) => {
                let quat = |v: &[f64]| DQuat::from_xyzw(v[0], v[1], v[2], v[3]).normalize();
                local.1 = slerp(quat(&a), quat(&b), u);
            }
            _ => {}
        }
    }
    let mut out: Vec<DMat4> = Vec::new();
    for joint in skeleton.joints() {
        let (t, r, s) = locals[joint.index()];
        let local = DMat4::from_scale_rotation_translation(s, r, t);
        out.push(match skeleton.parent(joint) {
            Some(p) => out[p.index()] * local,
            None => local,
        });
    }
    out
}

/// The distance of each distinct vertex (skin, position and influences) of the scene's skins.
fn distances(model: &Model, clip: Option<ClipId>, time: f64) -> BTreeMap<Vec<u32>, f64> {
    let nodes = matrices(model, clip, time);
    let mut out = BTreeMap::new();
    for (_, instance) in model.scene_instances(SceneId(0)) {
        let Some(skin) = instance.skin else { continue };
        let skin_index = skin.0;
        let skin = &model.skins[skin.0 as usize];
        let palette: Vec<DMat4> = skin
            .joints()
            .iter()
            .zip(skin.inverse_binds())
            .map(|(j, m)| {
                nodes[j.index()]
                    * DMat4::from_cols_array(&glam::Mat4::from(*m).to_cols_array().map(f64::from))
            })
            .collect();
        for primitive in &model.mesh(instance.mesh).primitives {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            for v in 0..primitive.vertex_count() {
                let p = primitive.positions[v].as_dvec3();
                let mut key = vec![skin_index];
                key.extend(primitive.positions[v].to_array().map(|c| (c + 0.0).to_bits()));
                key.extend(influences.of(v).flat_map(|i| [i.joint, i.weight.to_bits()]));
                let mut linear = DVec3::ZERO;
                let (mut real, mut dual) = (
                    DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
                    DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
                );
                let mut pivot = None;
                for i in influences.of(v) {
                    let w = f64::from(i.weight);
                    let m = palette[i.joint as usize];
                    linear += w * m.transform_point3(p);
                    let rotation = DMat3::from_mat4(m);
                    assert!(
                        (rotation.determinant() - 1.0).abs() < 1e-4,
                        "the samples are rigid"
                    );
                    let q = DQuat::from_mat3(&rotation).normalize();
                    let t = m.w_axis.truncate();
                    // 0.5 * (t, 0) * q, the Hamilton product written out.
                    let e = DQuat::from_xyzw(
                        0.5 * (t.x * q.w + t.y * q.z - t.z * q.y),
                        0.5 * (t.y * q.w + t.z * q.x - t.x * q.z),
                        0.5 * (t.z * q.w + t.x * q.y - t.y * q.x),
                        -0.5 * (t.x * q.x + t.y * q.y + t.z * q.z),
                    );
                    let sign = if q.dot(*pivot.get_or_insert(q)) < 0.0 {
                        -w
                    } else {
                        w
                    };
                    real += q * sign;
                    dual += e * sign;
                }
                let n = real.length();
                let (r, d) = (real * n.recip(), dual * n.recip());
                let (rv, dv) = (r.xyz(), d.xyz());
                let moved =
                    p + 2.0 * rv.cross(rv.cross(p) + r.w * p) + 2.0 * (r.w * dv - d.w * rv + rv.cross(dv));
                out.insert(key, (moved - linear).length());
            }
        }
    }
    out
}

#[test]
fn the_numbers_of_the_samples_are_those_of_double_precision() {
    for name in ["twist_bar", "chapter_rig"] {
        let model = sample(name);
        let comparison = Comparison::new(&model, model.default_scene);
        assert!(comparison.vertex_count() > 0);
        let size = f64::from(comparison.rest_diagonal());
        let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Skinning::from);
        for clip in model.clip_ids().map(Some).chain([None]) {
            let got = comparison
                .clip(&model, clip, 30.0, methods, &[], &Work::alone())
                .expect("not cancelled");
            let duration = clip
                .and_then(|c| model.clip(c))
                .map_or(0.0, rigscope::animation::Clip::duration_secs);
            let times = instants(duration, 30.0);
            assert_eq!(got.frames.len(), times.len());
            let mut own: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
            let mut means = 0.0;
            for (frame, &time) in got.frames.iter().zip(&times) {
                let right = distances(&model, clip, time);
                assert_eq!(right.len(), comparison.vertex_count(), "{name}");
                let largest = right.values().copied().fold(0.0, f64::max);
                let mean = right.values().sum::<f64>() / right.len() as f64;
                means += mean;
                for (what, got, right) in [
                    ("largest", f64::from(frame.largest), largest),
                    ("mean", frame.mean, mean),
                ] {
                    assert!(
                        (got - right).abs() < 1e-5 * size,
                        "{name} {clip:?} {time} {what}: {got} {right}"
                    );
                }
                for (key, d) in right {
                    let slot = own.entry(key).or_default();
                    *slot = slot.max(d);
                }
            }
            let mut own: Vec<f64> = own.into_values().collect();
            own.sort_by(f64::total_cmp);
            let rank = (0.95 * own.len() as f64).ceil() as usize - 1;
            for (what, got, right) in [
                ("largest", f64::from(got.largest), own[own.len() - 1]),
                ("percentile", f64::from(got.percentile_95), own[rank]),
                ("mean", got.mean, means / times.len() as f64),
            ] {
                assert!(
                    (got - right).abs() < 1e-5 * size,
                    "{name} {clip:?} {what}: {got} {right}"
                );
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_numbers() {
    let model = sample("twist_bar");
    let comparison = Comparison::new(&model, model.default_scene);
    let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Skinning::from);
    let on = |threads| {
        let work = Work {
            workers: Workers::new(threads),
            ..Work::alone()
        };
        comparison
            .clip(&model, Some(ClipId(0)), 30.0, methods, &[], &work)
            .expect("not cancelled")
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn positions_alone_are_those_of_whole_vertices_to_the_bit() {
    let model = sample("chapter_rig");
    let mut posed = PosedModel::default();
    posed.joint_mask = model
        .skeleton
        .joints()
        .map(|j| (j.index() % 3) as f32 * 0.5)
        .collect();
    let clip = model.opening_clip().map(|c| (c, 0.7));
    posed.set_clips(&model, clip, None, true);
    for method in SkinningMethod::ALL {
        for influence_limit in [0, 1, 2] {
            let skinning = Skinning {
                influence_limit,
                ..method.into()
            };
            for (_, instance) in model.scene_instances(model.default_scene) {
                for primitive in &model.mesh(instance.mesh).primitives {
                    let all = 0..primitive.vertex_count();
                    let mut got = Vec::new();
                    posed.positions(instance, primitive, skinning, all.clone(), &mut got);
                    let right = all.map(|v| posed.vertex(instance, primitive, skinning, v).position);
                    assert_eq!(got, right.collect::<Vec<_>>(), "{skinning:?}");
                }
            }
        }
    }
}

#[test]
fn the_search_for_twists_tells_how_far_it_is_stops_and_does_not_depend_on_threads() {
    let model = sample("chapter_rig");
    let clips: Vec<ClipId> = model.clip_ids().collect();
    let on = |threads| {
        let work = Work {
            workers: Workers::new(threads),
            ..Work::alone()
        };
        // So many instants that they are several waves of jobs.
        let twists = find_twists(&model, &clips, 3000.0, &work).expect("not cancelled");
        assert_eq!(work.progress.fraction(), Some(1.0));
        twists
    };
    let one = on(1);
    assert!(!one.is_empty());
    assert_eq!(one, on(3));
    let work = Work::alone();
    work.cancel.cancel();
    assert!(find_twists(&model, &clips, 30.0, &work).is_err());
    assert_eq!(work.progress.fraction(), Some(0.0));
}

#[test]
fn a_cancelled_analysis_stops() {
    let model = sample("twist_bar");
    let comparison = Comparison::new(&model, model.default_scene);
    let work = Work::alone();
    work.cancel.cancel();
    let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Skinning::from);
    assert!(
        comparison
            .clip(&model, Some(ClipId(0)), 30.0, methods, &[], &work)
            .is_err()
    );
}

#[test]
fn equal_methods_are_nowhere_apart_and_a_blend_lies_between() {
    let model = sample("twist_bar");
    let comparison = Comparison::new(&model, model.default_scene);
    let largest = |a: Skinning, b: Skinning| {
        comparison
            .clip(&model, Some(ClipId(0)), 30.0, [a, b], &[], &Work::alone())
            .expect("not cancelled")
            .largest
    };
    let (lbs, dqs) = (
        SkinningMethod::LinearBlend.into(),
        SkinningMethod::DualQuaternion.into(),
    );
    let blend = |f| Skinning {
        blend: f,
        ..SkinningMethod::Blend.into()
    };
    assert_eq!(largest(lbs, lbs), 0.0);
    assert_eq!(largest(lbs, blend(0.0)), 0.0, "to the bit");
    assert_eq!(largest(dqs, blend(1.0)), 0.0, "to the bit");
    let (whole, half) = (largest(lbs, dqs), largest(lbs, blend(0.5)));
    assert!((half / whole - 0.5).abs() < 1e-3, "{half} {whole}");
    // Masked nowhere is LBS, masked everywhere DQS, both to the bit.
    let masked: Skinning = SkinningMethod::Masked.into();
    let everywhere = vec![1.0; model.skeleton.len()];
    let with = |mask: &[f32], other: Skinning| {
        comparison
            .clip(
                &model,
                Some(ClipId(0)),
                30.0,
                [masked, other],
                mask,
                &Work::alone(),
            )
            .expect("not cancelled")
            .largest
    };
    assert_eq!(with(&[], lbs), 0.0);
    assert_eq!(with(&everywhere, dqs), 0.0);
}

/// Sides of the tube.
const SIDES: u16 = 24;
/// Rings along it, its ends included.
const RINGS: u16 = 65;
const RADIUS: f32 = 0.2;

/// A closed tube from y = 0 to 2 on two joints at 0 and 1; weights pass linearly from one to the other between 0.5 and
/// 1.5. Its clip turns the second joint by 170 degrees about the tube in one second.
fn tube() -> GltfBuilder {
    let mut b = GltfBuilder::new();
    let (mut positions, mut weights, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    let mut vertex = |x: f32, y: f32, z: f32| {
        let w = (y - 0.5).clamp(0.0, 1.0);
        positions.extend([x, y, z]);
        weights.extend([1.0 - w, w, 0.0, 0.0]);
    };
    for ring in 0..RINGS {
        let y = 2.0 * f32::from(ring) / f32::from(RINGS - 1);
        for side in 0..SIDES {
            let angle = std::f32::consts::TAU * f32::from(side) / f32::from(SIDES);
            vertex(RADIUS * angle.sin(), y, RADIUS * angle.cos());
        }
    }
    vertex(0.0, 0.0, 0.0);
    vertex(0.0, 2.0, 0.0);
    for side in 0..SIDES {
        let next = (side + 1) % SIDES;
        for ring in 0..RINGS - 1 {
            let (low, high) = (ring * SIDES, (ring + 1) * SIDES);
            triangles.extend([low + side, low + next, high + side]);
            triangles.extend([low + next, high + next, high + side]);
        }
        let top = (RINGS - 1) * SIDES;
        triangles.extend([RINGS * SIDES, next, side]);
        triangles.extend([RINGS * SIDES + 1, top + side, top + next]);
    }
    let count = positions.len() / 3;
    let p = b.floats("VEC3", &positions);
    let j = b.accessor("VEC4", Numbers::U8(&[0, 1, 0, 0].repeat(count)));
    let w = b.floats("VEC4", &weights);
    let i = b.accessor("SCALAR", Numbers::U16(&triangles));
    let bind = |y: f32| glam::Mat4::from_translation(glam::Vec3::new(0.0, -y, 0.0)).to_cols_array();
    let m = b.floats("MAT4", &[bind(0.0), bind(1.0)].concat());
    let mesh = b.mesh(
        json!({ "POSITION": p, "JOINTS_0": j, "WEIGHTS_0": w }),
        json!({ "indices": i }),
    );
    b.node(json!({ "name": "tube", "mesh": mesh, "skin": 0 }));
    b.node(json!({ "name": "lower", "children": [2] }));
    b.node(json!({ "name": "upper", "translation": [0.0, 1.0, 0.0] }));
    b.push("skins", json!({ "joints": [1, 2], "inverseBindMatrices": m }));
    let half = 85.0_f32.to_radians();
    let turned = [0.0, half.sin(), 0.0, half.cos()];
    let keys = [[0.0, 0.0, 0.0, 1.0], turned].concat();
    b.clip(2, "rotation", "LINEAR", &[0.0, 1.0], ("VEC4", &keys));
    let swung = [half.sin(), 0.0, 0.0, half.cos()];
    let keys = [[0.0, 0.0, 0.0, 1.0], swung].concat();
    b.clip(2, "rotation", "LINEAR", &[0.0, 1.0], ("VEC4", &keys));
    b.push("scenes", json!({ "nodes": [0, 1] }));
    b.json["scene"] = 0.into();
    b
}

fn lbs_and_dqs(model: &Model, clip: ClipId, time: f64) -> FrameNumbers {
    let comparison = Comparison::new(model, model.default_scene);
    let mut posed = PosedModel::default();
    posed.set_clips(model, Some((clip, time)), None, true);
    let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Skinning::from);
    comparison.frame(model, &posed, methods, &mut CompareScratch::default())
}

#[track_caller]
fn near(got: f64, right: f64, tolerance: f64) {
    assert!((got - right).abs() <= tolerance, "{got} is not {right}");
}

#[test]
fn a_tube_twisted_by_170_degrees_keeps_what_the_chapter_says() {
    let model = tube().model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let numbers = lbs_and_dqs(&model, ClipId(0), 1.0);
    // The middle cross-section: LBS keeps cos(85 degrees) of the radius, 0.76 % of the area; DQS keeps all of it.
    let [section] = numbers.sections[..] else {
        panic!("one joint twists against another: {:?}", numbers.sections)
    };
    assert_eq!(model.joint_label(section.joint), "upper");
    let cos = 85.0_f64.to_radians().cos();
    near(section.a.radius, cos, 1e-4);
    near(section.a.area, 0.0076, 1e-5);
    near(section.b.radius, 1.0, 1e-5);
    near(section.b.area, 1.0, 1e-5);
    near(radius_kept(170.0, 1), section.a.radius, 1e-4);
    // Volumes, by hand: at weight w a ring keeps 1 - 2 w (1 - w) (1 - cos 170) of its area, a third less than 1 - cos
    // over the passage, which is half of the tube; flat facets between turned rings take a little more.
    let kept = 1.0 - (1.0 - 170.0_f64.to_radians().cos()) / 6.0;
    let (a, b) = numbers.closed.expect("a closed tube");
    near(a, kept, 0.003);
    near(b, 1.0, 0.003);
    // Each half is seen from its joint: the upper one with its cap, the lower one from the middle of its own cap.
    assert_eq!(numbers.regions.len(), 2);
    for region in &numbers.regions {
        near(region.b, 1.0, 0.01);
        // A region ends where the other begins: from the lower joint, in its own cap, the cone to the middle ring is
        // not part of it. It was a third of the half, and is next to nothing of the ring that is left.
        let (now, before) = if region.joint == section.joint {
            (kept, 1.0)
        } else {
            (kept - 0.0076 / 3.0, 1.0 - 1.0 / 3.0)
        };
        near(region.a, now / before, 0.005);
    }
}

#[test]
fn at_rest_everything_is_what_it_is_at_rest() {
    let model = tube().model();
    let numbers = lbs_and_dqs(&model, ClipId(0), 0.0);
    assert!(numbers.distance.largest < 1e-6);
    let (a, b) = numbers.closed.expect("a closed tube");
    for ratio in [a, b, numbers.sections[0].a.area, numbers.sections[0].b.radius] {
        near(ratio, 1.0, 1e-5);
    }
    let comparison = Comparison::new(&model, model.default_scene);
    near(comparison.rest_height().into(), 2.0, 1e-6);
    near(
        comparison.rest_diagonal().into(),
        (4.0_f64 + 2.0 * 0.16).sqrt(),
        1e-5,
    );
}

#[test]
fn a_mesh_that_two_nodes_carry_counts_once() {
    let mut b = tube();
    b.node(json!({ "name": "again", "mesh": 0, "skin": 0 }));
    b.json["scenes"][0]["nodes"] = json!([0, 1, 3]);
    let (once, twice) = (tube().model(), b.model());
    let count = |m: &Model| Comparison::new(m, m.default_scene).vertex_count();
    assert_eq!(count(&once), count(&twice));
    assert_eq!(
        lbs_and_dqs(&once, ClipId(0), 1.0),
        lbs_and_dqs(&twice, ClipId(0), 1.0)
    );
}

#[test]
fn an_open_tube_has_no_volume_but_a_cross_section() {
    let mut b = tube();
    // Without the last cap.
    let count = &mut b.json["accessors"][3]["count"];
    *count = (count.as_u64().expect("a count") - 3).into();
    let numbers = lbs_and_dqs(&b.model(), ClipId(0), 1.0);
    assert_eq!(numbers.closed, None);
    near(numbers.sections[0].a.area, 0.0076, 1e-5);
}

#[test]
fn the_farthest_twist_is_found_and_a_swing_is_none() {
    let model = tube().model();
    let [twist] = largest_twists(&model, &[ClipId(0), ClipId(1)], 30.0)[..] else {
        panic!("the upper joint alone has something to twist against")
    };
    near(twist.degrees, 170.0, 0.01);
    assert_eq!((twist.clip, twist.time_secs), (Some(ClipId(0)), 1.0));
    let mask = twist_mask(&model, &[twist]);
    let masked: Vec<JointId> = model
        .skeleton
        .joints()
        .filter(|j| mask[j.index()] > 0.0)
        .collect();
    assert_eq!(masked.len(), 2, "both ends of the twisted place");
    let [swing] = largest_twists(&model, &[ClipId(1)], 30.0)[..] else {
        panic!("one joint")
    };
    near(swing.degrees, 0.0, 0.05);
    assert!(twist_mask(&model, &[swing]).iter().all(|m| *m == 0.0));
}

#[test]
fn fewer_influences_move_vertices_and_as_many_as_there_are_move_none() {
    let model = tube().model();
    let comparison = Comparison::new(&model, model.default_scene);
    let largest = |limit| {
        let limited = Skinning {
            influence_limit: limit,
            ..Skinning::default()
        };
        comparison
            .clip(
                &model,
                Some(ClipId(0)),
                30.0,
                [Skinning::default(), limited],
                &[],
                &Work::alone(),
            )
            .expect("not cancelled")
            .largest
    };
    // The middle ring follows one joint alone: it stays out where LBS pulls it to the bone and by half the angle.
    assert!(largest(1) > 0.9 * RADIUS, "{}", largest(1));
    assert_eq!(largest(2), 0.0);
    assert_eq!(largest(8), 0.0);
}
