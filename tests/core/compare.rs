//! `inspect::compare` against an evaluation in double precision that shares no code with it: keys, hierarchy, both
//! methods and the statistics are written anew from the specification and Kavan et al. 2008.

use glam::{DMat3, DMat4, DQuat, DVec3};
use rigscope::animation::{ClipId, Interpolation, Target};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compare::{Comparison, instants};
use rigscope::model::{Model, SceneId};
use rigscope::skinning::{Skinning, SkinningMethod};
use rigscope::work::{Work, Workers};

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
        assert_eq!(
            keys.interpolation(),
            Interpolation::Linear,
            "the samples have LINEAR keys"
        );
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
                (value(r - 1), value(r), (time - t0) / (t1 - t0))
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

/// Largest distance and mean of a frame, over every vertex of the scene's skins (no doubles removed).
fn distances(model: &Model, clip: Option<ClipId>, time: f64) -> Vec<(DVec3, f64)> {
    let nodes = matrices(model, clip, time);
    let mut out = Vec::new();
    for (_, instance) in model.scene_instances(SceneId(0)) {
        let Some(skin) = instance.skin else { continue };
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
                    real = real + q * sign;
                    dual = dual + e * sign;
                }
                let n = real.length();
                let (r, d) = (real * n.recip(), dual * n.recip());
                let (rv, dv) = (r.xyz(), d.xyz());
                let moved =
                    p + 2.0 * rv.cross(rv.cross(p) + r.w * p) + 2.0 * (r.w * dv - d.w * rv + rv.cross(dv));
                out.push((linear, (moved - linear).length()));
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
                .map_or(0.0, |c| c.duration_secs());
            let times = instants(duration, 30.0);
            assert_eq!(got.frames.len(), times.len());
            let mut largest: f64 = 0.0;
            for (frame, &time) in got.frames.iter().zip(&times) {
                let right = distances(&model, clip, time)
                    .into_iter()
                    .map(|d| d.1)
                    .fold(0.0, f64::max);
                assert!(
                    (f64::from(frame.largest) - right).abs() < 1e-5 * size,
                    "{name} {clip:?} {time}: {} {right}",
                    frame.largest
                );
                largest = largest.max(right);
            }
            assert!((f64::from(got.largest) - largest).abs() < 1e-5 * size);
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
