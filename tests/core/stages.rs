//! The frame in steps: the same numbers as the frame itself, and the source chapter's.

use glam::{Quat, Vec3};
use rigscope::animation::{ClipId, JointId};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::PoseRequest;
use rigscope::inspect::compare::VertexRef;
use rigscope::inspect::stages::{Path, Stages, most_shared_vertex, strongest_joint, vertex_of_joint};
use rigscope::model::{InstanceId, Model, PosedModel};
use rigscope::skinning::{Skinning, SkinningMethod};
use rigscope::teach::{self, Fault, faulty_model};
use rigscope::work::Work;

fn sample(name: &str) -> Model {
    let sample = rigscope::samples::find(name).unwrap();
    let options = ImportOptions::default();
    import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap()
}

fn clip(model: &Model, name: &str) -> ClipId {
    model
        .clip_ids()
        .find(|c| model.clip(*c).unwrap().name() == Some(name))
        .unwrap()
}

fn joint(model: &Model, name: &str) -> JointId {
    model
        .skeleton
        .joints()
        .find(|j| model.skeleton.name(*j) == Some(name))
        .unwrap()
}

fn stages(model: &Model, request: &PoseRequest, joint: JointId, vertex: Option<VertexRef>) -> Stages {
    let posed = request.pose(model);
    let (layers, fault) = (request.layers(), request.fault);
    Stages::of(model, &posed, &layers, request.skinning, joint, vertex, fault)
}

/// Every vertex of the scene that shows.
fn vertices(model: &Model) -> Vec<VertexRef> {
    let mut out = Vec::new();
    for (instance, i) in model.scene_instances(model.default_scene) {
        for (p, primitive) in model.mesh(i.mesh).primitives.iter().enumerate() {
            out.extend((0..primitive.vertex_count() as u32).map(|vertex| VertexRef {
                instance,
                primitive: p as u32,
                vertex,
            }));
        }
    }
    out
}

/// Table A: a fraction between two keys, and what slerp makes of it.
#[test]
fn the_keys_around_an_instant_and_the_fraction() {
    let model = sample("chapter_rig");
    let (found, track) = model
        .clip_ids()
        .flat_map(|c| model.clip(c).unwrap().tracks().iter().map(move |t| (c, t)))
        .find(|(_, t)| t.keys.times() == [0.0, 0.2, 0.4])
        .unwrap();
    let turned = track.target.joint().unwrap();
    let at = |time_secs| {
        let request = PoseRequest {
            clip: Some(found),
            time_secs,
            ..PoseRequest::default()
        };
        stages(&model, &request, turned, None).layers[0].tracks[0].clone()
    };
    let t = at(0.13);
    assert_eq!((t.path, t.interpolation, t.keys), (Path::Rotation, "LINEAR", 3));
    assert_eq!((t.left.index, t.right.as_ref().unwrap().index), (0, 1));
    assert!((t.fraction - 0.65).abs() < 1e-6, "{}", t.fraction);
    let degrees = 2.0 * t.value[2].atan2(t.value[3]).to_degrees();
    assert!((degrees - 65.0).abs() < 0.01, "{degrees}");
    // On a key, before the first and after the last one value holds.
    for (time, key) in [(0.2, 1), (-1.0, 0), (0.5, 2)] {
        let t = at(time);
        assert_eq!((t.left.index, t.right, t.fraction), (key, None, 0.0), "{time}");
    }
}

/// Table C: shoulder 90, elbow 30; the vertex (1.2, 0, 0) shared half and half.
#[test]
fn contributions_and_both_blends_are_the_chapters() {
    let model = sample("chapter_rig");
    let named = model.clip_ids().find(|c| {
        model
            .clip(*c)
            .unwrap()
            .name()
            .is_some_and(|n| n.starts_with("C "))
    });
    let (clip, elbow) = (named.unwrap(), joint(&model, "Elbow"));
    let end = model.clip(clip).unwrap().duration_secs();
    let request = |method: SkinningMethod| PoseRequest {
        clip: Some(clip),
        time_secs: end,
        skinning: method.into(),
        ..PoseRequest::default()
    };
    let close = |a: Vec3, b: [f32; 3]| (a - Vec3::from(b)).length() < 1e-4;
    let half = vertices(&model)
        .into_iter()
        .map(|v| stages(&model, &request(SkinningMethod::LinearBlend), elbow, Some(v)))
        .find(|s| {
            let v = s.vertex.as_ref().unwrap();
            close(v.position, [1.2, 0.0, 0.0]) && v.influences.first().is_some_and(|i| i.weight == 0.5)
        })
        .unwrap();
    let v = half.vertex.as_ref().unwrap();
    let of = |name: &str| v.influences.iter().find(|i| i.joint.name == name).unwrap();
    assert!(close(of("Shoulder").moved, [0.0, 1.2, 0.0]) && close(of("Elbow").moved, [-0.1, 1.1732, 0.0]));
    assert!(close(of("Elbow").contribution, [-0.05, 0.5866, 0.0]));
    assert!(close(v.linear.position, [-0.05, 1.1866, 0.0]) && v.result == v.linear.position);
    let dual = v.dual_quaternion.unwrap();
    assert!(close(dual.position, [-0.0518, 1.1932, 0.0]) && dual.common_scale == 1.0);
    // cos 7.5 degrees: half of what the two rotations are apart, as quaternions have it.
    assert!(
        (dual.norm - 7.5_f32.to_radians().cos()).abs() < 1e-5,
        "{}",
        dual.norm
    );
    // Section 5: each product is the one before times the joint's own matrix.
    let names: Vec<&str> = half.chain.iter().map(|c| c.joint.name.as_str()).collect();
    assert!(names.ends_with(&["Shoulder", "Elbow"]), "{names:?}");
    for pair in half.chain.windows(2) {
        assert!((pair[0].model * pair[1].local).abs_diff_eq(pair[1].model, 1e-6));
    }
    // Sections 6 and 7.
    let skin = half.skin.as_ref().unwrap();
    let product = half.chain.last().unwrap().model * skin.inverse_bind;
    assert!(product.abs_diff_eq(skin.skinning_matrix, 1e-6) && skin.in_file);
    assert!(close(skin.inverse_bind.translation.into(), [-1.0, 0.0, 0.0]));
}

#[test]
fn every_method_ends_where_the_frame_has_the_vertex() {
    let model = sample("twist_bar");
    let last = model.skeleton.joints().next_back().unwrap();
    let mut blended = 0;
    for method in SkinningMethod::ALL {
        for influence_limit in [0, 1] {
            let skinning = Skinning {
                blend: 0.3,
                influence_limit,
                ..method.into()
            };
            let request = PoseRequest {
                clip: Some(ClipId(0)),
                time_secs: 1.8,
                blend: Some((ClipId(1), 0.7, 0.4)),
                skinning,
                joint_mask: vec![0.5; model.skeleton.len()],
                ..PoseRequest::default()
            };
            let posed = request.pose(&model);
            for v in vertices(&model).into_iter().step_by(7) {
                let s = Stages::of(&model, &posed, &request.layers(), skinning, last, Some(v), None);
                let instance = &model.instances[v.instance.0 as usize];
                let primitive = &model.mesh(instance.mesh).primitives[v.primitive as usize];
                let right = posed.vertex(instance, primitive, skinning, v.vertex as usize);
                let stage = s.vertex.unwrap();
                assert_eq!(stage.result, right.position, "{skinning:?} {v:?}");
                if stage.influences.is_empty() {
                    continue;
                }
                let sum: Vec3 = stage.influences.iter().map(|i| i.contribution).sum();
                assert!((sum - stage.linear.position).length() < 1e-5);
                assert!(influence_limit > 0 || stage.left_out == 0);
                blended += usize::from(stage.factor.is_some_and(|f| f > 0.0 && f < 1.0));
            }
        }
    }
    assert!(blended > 100, "the mix is seen: {blended}");
}

#[test]
fn a_crossfade_shows_both_clips_and_what_comes_of_them() {
    let model = sample("twist_bar");
    let (a, b) = (clip(&model, "Twist"), clip(&model, "Bend"));
    let moved = model.clip(b).unwrap().tracks()[0].target.joint().unwrap();
    let request = PoseRequest {
        clip: Some(a),
        time_secs: 0.9,
        blend: Some((b, 0.6, 0.25)),
        ..PoseRequest::default()
    };
    let s = stages(&model, &request, moved, None);
    assert_eq!(
        s.layers.iter().map(|l| l.clip).collect::<Vec<_>>(),
        [Some(a.0), Some(b.0)]
    );
    assert_eq!((s.layers[0].weight, s.layers[1].weight), (1.0, 0.25));
    let mixed = rigscope::math::slerp(s.layers[0].local.rotation, s.layers[1].local.rotation, 0.25);
    assert_eq!(mixed, s.local.rotation);
    assert_ne!(s.layers[0].local.rotation, s.layers[1].local.rotation);
    assert!(
        stages(&model, &PoseRequest::default(), moved, None)
            .layers
            .is_empty()
    );
}

/// The request with every vertex of the model walked through: each walk ends where the frame has the vertex. How many
/// vertices the fault moves in the last stage.
fn walk_all(model: &Model, posed: &PosedModel, request: &PoseRequest) -> usize {
    let last = model.skeleton.joints().next_back().unwrap();
    let fault = request.fault.unwrap();
    let (layers, skinning) = (request.layers(), request.skinning);
    let mut moved = 0;
    for v in vertices(model) {
        let instance = &model.instances[v.instance.0 as usize];
        let primitive = &model.mesh(instance.mesh).primitives[v.primitive as usize];
        let index = v.vertex as usize;
        let wrong = teach::vertex(fault, posed, instance, primitive, skinning, index);
        let good = posed.vertex(instance, primitive, skinning, index);
        let walk = Stages::of(model, posed, &layers, skinning, last, Some(v), Some(fault));
        let stage = walk.vertex.unwrap();
        let apart = (stage.result - wrong.position).length();
        assert!(apart < 1e-5, "{request:?} {v:?}: {apart}");
        moved += usize::from((good.position - wrong.position).length() > 1e-3);
        if let (Fault::NoSignAlignment, Some(dual)) = (fault, stage.dual_quaternion) {
            assert!(stage.influences.iter().all(|i| !i.flipped));
            // The blend that is told is the one that moves the vertex. (A norm near zero tells little.)
            let translation = 2.0 * (dual.dual * dual.real.conjugate()).xyz();
            let told = dual.real * dual.stretched + translation;
            assert!(
                dual.norm < 1e-3 || (told - dual.position).length() < 1e-3,
                "{request:?} {v:?}"
            );
        }
    }
    moved
}

#[test]
fn of_a_frame_that_is_wrong_on_purpose_the_wrong_numbers_are_shown() {
    let right = sample("chapter_rig");
    for fault in Fault::ALL {
        let model = faulty_model(&right, fault).unwrap_or_else(|| right.clone());
        for method in SkinningMethod::ALL {
            let skinning = Skinning {
                blend: 0.3,
                ..method.into()
            };
            let request = PoseRequest {
                clip: Some(ClipId(0)),
                time_secs: 0.13,
                skinning,
                joint_mask: vec![0.5; model.skeleton.len()],
                fault: Some(fault),
                ..PoseRequest::default()
            };
            walk_all(&model, &request.pose(&model), &request);
        }
    }
}

#[test]
fn signs_that_are_not_aligned_are_told_as_they_are() {
    let model = sample("chapter_rig");
    for method in SkinningMethod::ALL {
        let request = PoseRequest {
            skinning: method.into(),
            joint_mask: vec![1.0; model.skeleton.len()],
            fault: Some(Fault::NoSignAlignment),
            ..PoseRequest::default()
        };
        let mut posed = request.pose_with(&model, true);
        // -100 and 70 degrees: as quaternions taken from matrices they point away from each other.
        for (name, degrees) in [("Shoulder", -100.0_f32), ("Elbow", 170.0)] {
            posed.local.local_mut(joint(&model, name)).rotation = Quat::from_rotation_z(degrees.to_radians());
        }
        teach::update_matrices(Fault::NoSignAlignment, &mut posed, &model, true);
        let moved = walk_all(&model, &posed, &request);
        assert_eq!(moved > 0, method.needs_dual_quaternions(), "{method:?}: {moved}");
    }
}

#[test]
fn a_faulty_sampler_is_told_in_the_clips_too() {
    let model = sample("chapter_rig");
    let (found, track) = model
        .clip_ids()
        .flat_map(|c| model.clip(c).unwrap().tracks().iter().map(move |t| (c, t)))
        .find(|(_, t)| t.keys.times() == [0.0, 0.2, 0.4])
        .unwrap();
    let turned = track.target.joint().unwrap();
    let request = PoseRequest {
        clip: Some(found),
        time_secs: 0.05,
        fault: Some(Fault::UnnormalisedNlerp),
        ..PoseRequest::default()
    };
    let s = stages(&model, &request, turned, None);
    let layer = &s.layers[0];
    assert_eq!(layer.local.rotation, s.local.rotation);
    assert_eq!(layer.tracks[0].value, s.local.rotation.to_array());
    // By hand: 0.75 (0, 1) + 0.25 (sin 50, cos 50).
    assert!((s.local.rotation.z - 0.191_511).abs() < 1e-5 && (s.local.rotation.w - 0.910_697).abs() < 1e-5);
    let right = PoseRequest {
        fault: None,
        ..request
    };
    let right = stages(&model, &right, turned, None).layers[0].local.rotation;
    assert!((right.length() - 1.0).abs() < 1e-6 && right != s.local.rotation);
}

#[test]
fn what_is_looked_at_is_chosen_where_nobody_says() {
    let model = sample("chapter_rig");
    let shared = most_shared_vertex(&model, model.default_scene).unwrap();
    let s = stages(
        &model,
        &PoseRequest::default(),
        strongest_joint(&model, shared).unwrap(),
        Some(shared),
    );
    let weights: Vec<f32> = s.vertex.unwrap().influences.iter().map(|i| i.weight).collect();
    assert_eq!(weights, [0.5, 0.5]);
    let elbow = joint(&model, "Elbow");
    let v = vertex_of_joint(&model, model.default_scene, elbow).unwrap();
    let s = stages(&model, &PoseRequest::default(), elbow, Some(v));
    assert!(s.vertex.unwrap().influences.iter().any(|i| i.joint.id == elbow));
    // What does not exist is left out.
    let nowhere = VertexRef {
        instance: InstanceId(9),
        ..v
    };
    let beyond = VertexRef {
        vertex: 1_000_000,
        ..v
    };
    assert!(
        stages(&model, &PoseRequest::default(), elbow, Some(nowhere))
            .vertex
            .is_none()
    );
    assert!(
        stages(&model, &PoseRequest::default(), elbow, Some(beyond))
            .vertex
            .is_none()
    );
    assert_eq!(strongest_joint(&model, beyond), None);
}

#[test]
fn steps_are_written_as_plain_numbers() {
    let model = sample("chapter_rig");
    let elbow = joint(&model, "Elbow");
    let v = vertex_of_joint(&model, model.default_scene, elbow);
    let mut s = stages(&model, &PoseRequest::default(), elbow, v);
    let json = serde_json::to_value(&s).unwrap();
    assert_eq!(json["chain"][0]["local"].as_array().unwrap().len(), 16);
    assert_eq!(json["local"]["rotation"], serde_json::json!([0.0, 0.0, 0.0, 1.0]));
    assert!(json["joint"]["node"].is_u64() && json["joint"]["name"] == "Elbow");
    assert!(json.get("origin").is_none() && json["vertex"]["influences"][0]["node"].is_u64());
    s.local.rotation = Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0);
    assert!(serde_json::to_value(&s).is_err(), "NaN is no number of JSON");
}
