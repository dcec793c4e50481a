//! Another engine's pose against ours: what is right passes, what is wrong is named.

use std::collections::BTreeSet;

use rigscope::animation::ClipId;
use rigscope::inspect::verify::{
    MOST_EXPLAINED, PoseReport, VerifyError, VerifyStage, VerifyTolerance, read, verify, verify_all,
};
use rigscope::inspect::{PoseDump, PoseRequest};
use rigscope::model::Model;
use rigscope::skinning::{Skinning, SkinningMethod};
use rigscope::teach::{Fault, faulty_model};
use rigscope::work::{CancelToken, Work};
use serde_json::{Value, json};

use super::support::{GltfBuilder, Numbers, import};

fn sample(name: &str) -> Model {
    import(rigscope::samples::find(name).unwrap().bytes.to_vec()).unwrap()
}

fn clip(model: &Model, name: &str) -> ClipId {
    let named = |c: &ClipId| {
        model
            .clip(*c)
            .unwrap()
            .name()
            .is_some_and(|n| n.starts_with(name))
    };
    model.clip_ids().find(named).unwrap()
}

/// Everything that a dump can hold.
fn dump(model: &Model, request: &PoseRequest) -> Value {
    let request = PoseRequest {
        locals: true,
        palettes: true,
        ..request.clone()
    };
    let own = request.fault.and_then(|f| faulty_model(model, f));
    let model = own.as_ref().unwrap_or(model);
    let posed = request.pose(model);
    let vertices = request
        .vertices(model, &posed, model.default_scene, &Work::alone())
        .unwrap();
    serde_json::to_value(PoseDump::new(model, &posed, &request, &vertices).unwrap()).unwrap()
}

fn at(model: &Model, name: &str, time_secs: f64) -> PoseRequest {
    PoseRequest {
        clip: (!name.is_empty()).then(|| clip(model, name)),
        time_secs,
        ..PoseRequest::default()
    }
}

fn only(mut dump: Value, keep: &[&str]) -> Value {
    for part in ["locals", "nodes", "palettes", "instances"] {
        if !keep.contains(&part) {
            dump.as_object_mut().unwrap().remove(part);
        }
    }
    dump
}

#[track_caller]
fn report(model: &Model, theirs: &Value) -> PoseReport {
    let dumps = read(theirs.to_string().as_bytes()).unwrap();
    let asked = PoseRequest::default();
    let work = Work::alone();
    verify(model, &dumps[0], None, &asked, VerifyTolerance::Default, &work).unwrap()
}

fn codes(report: &PoseReport) -> Vec<&'static str> {
    report.explanations.iter().map(|e| e.code).collect()
}

#[track_caller]
fn refusal(model: &Model, theirs: &Value) -> (&'static str, String) {
    let dumps = read(theirs.to_string().as_bytes()).unwrap();
    let asked = PoseRequest::default();
    match verify(
        model,
        &dumps[0],
        Some(2),
        &asked,
        VerifyTolerance::Default,
        &Work::alone(),
    ) {
        Err(VerifyError::Refused(issue)) => (issue.code, issue.pointer),
        other => panic!("{other:?}"),
    }
}

#[test]
fn our_own_dumps_pass() {
    let mut poses = 0;
    for model in [sample("chapter_rig"), sample("twist_bar")] {
        let mut requests = vec![PoseRequest::default()];
        for id in model.clip_ids() {
            let end = model.clip(id).unwrap().duration_secs();
            for share in [0.0, 0.37, 1.0] {
                for method in SkinningMethod::ALL {
                    requests.push(PoseRequest {
                        clip: Some(id),
                        time_secs: share * end,
                        skinning: method.into(),
                        joint_mask: vec![1.0; 2],
                        ..PoseRequest::default()
                    });
                }
            }
        }
        requests.push(PoseRequest {
            clip: Some(ClipId(0)),
            blend: Some((ClipId(1), 0.4, 0.3)),
            skinning: Skinning {
                influence_limit: 1,
                ..Skinning::default()
            },
            ..PoseRequest::default()
        });
        for request in requests {
            let r = report(&model, &dump(&model, &request));
            assert!(
                r.equal && r.first.is_none() && r.explanations.is_empty(),
                "{request:?} {r:?}"
            );
            assert_eq!(r.stages.len(), 4);
            assert!(r.stages.iter().all(|s| s.excess == 0.0 && s.compared > 0));
            poses += 1;
        }
    }
    assert!(poses > 80);
}

/// The arm with four and more influences, as `tests/core/teach.rs` has them.
fn with_sets(sets: &[([u8; 4], [f32; 4])]) -> Model {
    let mut b = GltfBuilder::arm();
    for k in 0..6 {
        b.node(json!({ "name": format!("extra {k}"), "translation": [0.0, 0.0, k] }));
    }
    b.json["skins"][0] = json!({ "joints": [1, 2, 3, 4, 5, 6, 7, 8] });
    for (k, (joints, weights)) in sets.iter().enumerate() {
        let j = b.accessor("VEC4", Numbers::U8(&joints.repeat(6)));
        let w = b.floats("VEC4", &weights.repeat(6));
        let attributes = &mut b.json["meshes"][0]["primitives"][0]["attributes"];
        attributes[format!("JOINTS_{k}")] = j.into();
        attributes[format!("WEIGHTS_{k}")] = w.into();
    }
    b.model()
}

fn arm(change: impl FnOnce(&mut Value)) -> Model {
    let mut b = GltfBuilder::arm();
    change(&mut b.json["nodes"]);
    b.model()
}

/// A model and a pose that show each mistake.
fn shown(fault: Fault) -> (Model, PoseRequest) {
    let rig = sample("chapter_rig");
    let of_rig = |name: &str, time: f64| {
        let request = at(&rig, name, time);
        (rig.clone(), request)
    };
    let eight = [
        ([0, 1, 2, 3], [0.2, 0.25, 0.15, 0.15]),
        ([4, 5, 6, 7], [0.1, 0.1, 0.04, 0.01]),
    ];
    let strong_second = [
        ([0, 1, 2, 3], [0.1, 0.1, 0.1, 0.1]),
        ([4, 5, 6, 7], [0.3, 0.1, 0.12, 0.08]),
    ];
    match fault {
        Fault::FirstKeyNotHeld => of_rig("A late first key", 0.0),
        Fault::UnnormalisedNlerp => of_rig("A elbow keys", 0.05),
        Fault::LongWaySlerp => of_rig("A flipped sign", 0.1),
        Fault::BlendedMatrices => {
            let blend = Some((clip(&rig, "C "), 1.0, 0.5));
            let request = PoseRequest {
                blend,
                ..PoseRequest::default()
            };
            (rig, request)
        }
        Fault::ChildrenFirst | Fault::LocalTimesParent => of_rig("B ", 1.0),
        Fault::TransposedPalette | Fault::ShuffledJoints => of_rig("C ", 1.0),
        Fault::NoInverseBind
        | Fault::WrongSide
        | Fault::TranslationOnlyInverse
        | Fault::HalfInverse
        | Fault::UninvertedRotation => of_rig("D ", 1.0),
        Fault::ScaleDropped => {
            let request = PoseRequest {
                clip: Some(ClipId(0)),
                time_secs: 0.7,
                ..PoseRequest::default()
            };
            (arm(|n| n[2]["scale"] = json!([1.0, 2.0, 1.0])), request)
        }
        Fault::NodeTransformApplied => (
            arm(|n| {
                n[0]["translation"] = json!([0.0, 0.0, 4.0]);
                n[0]["rotation"] = json!([0.0, 0.6, 0.0, 0.8]);
            }),
            PoseRequest::default(),
        ),
        Fault::NoSignAlignment => {
            // -100 and 70 degrees about Y: as quaternions taken from matrices they point away from each other.
            let turned = |degrees: f64| {
                let half = (0.5 * degrees).to_radians();
                json!([0.0, half.sin(), 0.0, half.cos()])
            };
            let model = arm(|n| {
                n[1]["rotation"] = turned(-100.0);
                n[2]["rotation"] = turned(170.0);
            });
            let request = PoseRequest {
                skinning: SkinningMethod::DualQuaternion.into(),
                ..PoseRequest::default()
            };
            (model, request)
        }
        Fault::SecondSetIgnored | Fault::FourInfluences => {
            (with_sets(&strong_second), PoseRequest::default())
        }
        Fault::RawWeights => (
            with_sets(&[([0, 1, 0, 0], [0.25, 0.375, 0.0, 0.0])]),
            PoseRequest::default(),
        ),
        Fault::DoubledLastWins => (
            with_sets(&[([1, 0, 1, 0], [0.5, 0.25, 0.25, 0.0])]),
            PoseRequest::default(),
        ),
        #[expect(unreachable_patterns, reason = "a new fault must find its model here")]
        _ => (with_sets(&eight), PoseRequest::default()),
    }
}

/// What else has exactly the numbers of a mistake on the model that shows it: in a whole dump, and in one of positions.
fn same_numbers(fault: Fault) -> [&'static [&'static str]; 2] {
    match fault {
        // Two joints have one other order.
        Fault::ShuffledJoints => [&["joint-order"]; 2],
        // The scale of the rest pose cancels in its inverse.
        Fault::ScaleDropped => [&[], &["inverse-bind-from-rest"]],
        _ => [&[]; 2],
    }
}

#[test]
fn every_mistake_on_purpose_is_named() {
    let mut wrong = Vec::new();
    for fault in Fault::ALL {
        let (model, right) = shown(fault);
        let request = PoseRequest {
            fault: Some(fault),
            ..right.clone()
        };
        let whole = dump(&model, &request);
        let parts = [whole.clone(), only(whole, &["instances"])];
        for (theirs, also) in parts.into_iter().zip(same_numbers(fault)) {
            let r = report(&model, &theirs);
            let named: BTreeSet<&str> = codes(&r).into_iter().collect();
            let expected: BTreeSet<&str> = also.iter().copied().chain([fault.word()]).collect();
            if r.equal || named != expected || !r.explanations.iter().all(|e| e.complete) {
                wrong.push(format!(
                    "{}: {named:?} first {:?}, of {} stages",
                    fault.word(),
                    r.first,
                    r.stages.len()
                ));
            }
        }
        assert!(
            report(&model, &dump(&model, &right)).equal,
            "{fault:?}: the right pose passes"
        );
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_stage_that_differs_first_is_told_and_where_it_begins() {
    let rig = sample("chapter_rig");
    let under = |fault, name| {
        let request = PoseRequest {
            fault: Some(fault),
            ..at(&rig, name, 1.0)
        };
        report(&rig, &dump(&rig, &request))
    };
    let sides = under(Fault::WrongSide, "B ");
    assert_eq!(sides.first, Some(VerifyStage::Palettes));
    let palettes = &sides.stages[2];
    assert_eq!((palettes.differing, palettes.follows), (1, Some(false)));
    let begins = palettes.begins.as_ref().unwrap();
    assert_eq!(
        (begins.joint.as_str(), begins.skin, begins.slot),
        ("Elbow", Some(0), Some(1))
    );
    // The vertices follow from the palette as it is.
    let positions = &sides.stages[3];
    assert!(positions.differing > 0 && positions.follows == Some(true));
    assert_eq!(positions.joints[0].joint, "Elbow");
    let worst = positions.worst.as_ref().unwrap();
    assert!(worst.vertex.is_some() && worst.ours.0.len() == 3 && worst.instance_node.is_some());

    let swapped = under(Fault::LocalTimesParent, "B ");
    assert_eq!(swapped.first, Some(VerifyStage::Nodes));
    assert_eq!(swapped.stages[1].begins.as_ref().unwrap().joint, "Elbow");
    assert_eq!(
        (swapped.stages[1].follows, swapped.stages[2].follows),
        (Some(false), Some(true))
    );

    let key = PoseRequest {
        fault: Some(Fault::FirstKeyNotHeld),
        ..at(&rig, "A late first key", 0.0)
    };
    let key = report(&rig, &dump(&rig, &key));
    assert_eq!(key.first, Some(VerifyStage::Locals));
    assert!((key.stages[0].degrees.unwrap() - 100.0).abs() < 0.01);
    assert_eq!(key.stages[1].follows, Some(true), "the mistake lies before");
    assert_eq!(key.stages[0].begins.as_ref().unwrap().joint, "Elbow");
}

fn numbers(value: &mut Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_f64().unwrap())
        .collect()
}

/// Changes every list of numbers of a part.
fn each(dump: &mut Value, part: &str, change: &dyn Fn(Vec<f64>) -> Vec<f64>) {
    let lists: Vec<&mut Value> = match part {
        "nodes" => dump["nodes"].as_object_mut().unwrap().values_mut().collect(),
        "palettes" => {
            let skins = dump["palettes"].as_object_mut().unwrap().values_mut();
            skins.flat_map(|s| s.as_array_mut().unwrap()).collect()
        }
        "rotations" => {
            let locals = dump["locals"].as_object_mut().unwrap().values_mut();
            locals.map(|l| &mut l["rotation"]).collect()
        }
        _ => {
            let instances = dump["instances"].as_array_mut().unwrap().iter_mut();
            instances.map(|i| &mut i["positions"]).collect()
        }
    };
    for list in lists {
        let changed = change(numbers(list));
        *list = json!(changed);
    }
}

fn points(change: impl Fn([f64; 3]) -> [f64; 3]) -> impl Fn(Vec<f64>) -> Vec<f64> {
    move |v| v.chunks(3).flat_map(|p| change([p[0], p[1], p[2]])).collect()
}

#[test]
fn other_conventions_are_named() {
    let bar = sample("twist_bar");
    let request = at(&bar, "Wave", 0.83);
    let right = dump(&bar, &request);
    let rows = |m: Vec<f64>| (0..16).map(|k| m[k % 4 * 4 + k / 4]).collect();
    let mut cases: Vec<(&str, Value)> = Vec::new();
    let mut changed = |code, keep: &[&str], part: &str, change: &dyn Fn(Vec<f64>) -> Vec<f64>| {
        let mut theirs = only(right.clone(), keep);
        each(&mut theirs, part, change);
        cases.push((code, theirs));
    };
    changed("transposed-storage", &["nodes", "instances"], "nodes", &rows);
    changed(
        "transposed-storage",
        &["palettes", "instances"],
        "palettes",
        &rows,
    );
    changed("quaternion-w-first", &["locals", "nodes"], "rotations", &|q| {
        vec![q[3], q[0], q[1], q[2]]
    });
    changed("quaternion-conjugated", &["locals"], "rotations", &|q| {
        vec![-q[0], -q[1], -q[2], q[3]]
    });
    let (all, here) = (["instances"], "instances");
    changed("unit-scale", &all, here, &|v| {
        v.iter().map(|n| 100.0 * n).collect()
    });
    changed("moved", &all, here, &points(|[x, y, z]| [x + 0.5, y, z - 2.0]));
    changed("handedness", &all, here, &points(|[x, y, z]| [-x, y, z]));
    changed("up-axis", &all, here, &points(|[x, y, z]| [x, -z, y]));
    changed("turned-round", &all, here, &points(|[x, y, z]| [-x, y, -z]));
    changed("vertex-order", &all, here, &|v| {
        v.chunks(3).rev().flatten().copied().collect()
    });
    for (code, theirs) in cases {
        let r = report(&bar, &theirs);
        assert_eq!(codes(&r), [code], "{:?}", r.first);
        assert!(r.explanations[0].complete);
    }
    let mut feet = only(right, &all);
    each(&mut feet, here, &|v| v.iter().map(|n| n / 0.3048).collect());
    let r = report(&bar, &feet);
    assert_eq!(r.explanations[0].values["factor"], json!(1.0 / 0.3048));
}

#[test]
fn other_instants_clips_and_methods_are_named() {
    let bar = sample("twist_bar");
    let end = bar.clip(clip(&bar, "Wave")).unwrap().duration_secs();
    let said = |mut theirs: Value, request: &PoseRequest| {
        theirs["time"] = json!(request.time_secs);
        theirs["clip"] = json!(request.clip.map(|c| json!({ "index": c.0 })));
        theirs["skinning"] = json!(request.skinning.method.word());
        theirs["blend"] = request.blend.map_or(
            Value::Null,
            |(c, time, weight)| json!({ "clip": { "index": c.0 }, "time": time, "weight": weight }),
        );
        theirs
    };
    let asked = at(&bar, "Wave", 0.83);
    let wave = |time| at(&bar, "Wave", time);
    let fade = |time, weight| PoseRequest {
        blend: Some((clip(&bar, "Bend"), time, weight)),
        ..wave(0.83)
    };
    let dual = |request: PoseRequest| PoseRequest {
        skinning: SkinningMethod::DualQuaternion.into(),
        ..request
    };
    let late = wave(end + 0.3);
    for (code, real, asked) in [
        ("time-wrapped", wave(0.3), late),
        ("time-snapped", wave(24.0 / 30.0), asked.clone()),
        ("time-shifted", wave(0.83 + 1.0 / 60.0), asked.clone()),
        ("other-time", wave(0.1234), asked.clone()),
        ("clip-ignored", at(&bar, "", 0.0), asked.clone()),
        ("other-clip", at(&bar, "Bend", 0.83), asked.clone()),
        (
            "other-method",
            dual(at(&bar, "Twist", 1.7)),
            at(&bar, "Twist", 1.7),
        ),
        (
            "other-method",
            at(&bar, "Twist", 1.7),
            dual(at(&bar, "Twist", 1.7)),
        ),
        ("fade-reversed", fade(0.4, 0.75), fade(0.4, 0.25)),
        ("fade-complete", fade(0.4, 1.0), fade(0.4, 0.25)),
        ("fade-ignored", wave(0.83), fade(0.4, 0.25)),
        ("fade-one-clock", fade(0.83, 0.25), fade(0.4, 0.25)),
    ] {
        let theirs = said(only(dump(&bar, &real), &["instances"]), &asked);
        let r = report(&bar, &theirs);
        assert!(codes(&r).contains(&code), "{code}: {:?}", r.explanations);
        assert!(r.explanations[0].complete, "{code}");
    }
}

#[test]
fn what_is_not_like_any_mistake_has_no_name() {
    let bar = sample("twist_bar");
    let mut theirs = only(dump(&bar, &at(&bar, "Wave", 0.83)), &["instances"]);
    each(&mut theirs, "instances", &|v| {
        let noise = |k: usize| (k * 7919 % 101) as f64 / 101.0 - 0.5;
        v.iter().enumerate().map(|(k, n)| n + 0.2 * noise(k)).collect()
    });
    let r = report(&bar, &theirs);
    assert!(!r.equal && r.explanations.is_empty(), "{:?}", r.explanations);
}

#[test]
fn tolerances_are_kept() {
    let bar = sample("twist_bar");
    let right = only(dump(&bar, &at(&bar, "Wave", 0.83)), &["instances"]);
    let off = |by: f64| {
        let mut theirs = right.clone();
        theirs["instances"][0]["positions"][4] =
            json!(theirs["instances"][0]["positions"][4].as_f64().unwrap() + by);
        theirs
    };
    let r = report(&bar, &right);
    assert!(report(&bar, &off(0.9 * r.tolerance)).equal);
    let beyond = report(&bar, &off(1.2 * r.tolerance));
    assert_eq!((beyond.equal, beyond.stages[0].differing), (false, 1));
    let with = |theirs: &Value, tolerance| {
        let dumps = read(theirs.to_string().as_bytes()).unwrap();
        let asked = PoseRequest::default();
        verify(&bar, &dumps[0], None, &asked, tolerance, &Work::alone())
            .unwrap()
            .equal
    };
    assert!(
        with(&off(0.009), VerifyTolerance::Length(0.01)) && !with(&off(0.011), VerifyTolerance::Length(0.01))
    );
    let share = VerifyTolerance::Share(0.01 / r.diagonal);
    assert!(with(&off(0.009), share) && !with(&off(0.011), share));
}

#[test]
fn a_part_of_a_dump_is_enough_and_indices_are_the_files() {
    let rig = sample("chapter_rig");
    let theirs = json!({
        "format": "posedump-1", "clip": "B shoulder 90", "time": 1,
        "instances": [{ "node": 0, "indices": [0], "positions": [0.0, 1.0, 0.0] }],
    });
    assert!(report(&rig, &theirs).equal);
    let theirs = json!({
        "format": "posedump-1", "clip": 4, "time": 1,
        "nodes": { "2": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1] },
        "locals": { "2": { "translation": [1, 0, 0] } },
    });
    let r = report(&rig, &theirs);
    assert!(r.equal && r.stages.len() == 2, "{r:?}");
}

#[test]
fn what_does_not_fit_the_model_is_refused_with_its_place() {
    let rig = sample("chapter_rig");
    let with = |more: Value| {
        let mut theirs = json!({ "format": "posedump-1" });
        theirs
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        refusal(&rig, &theirs)
    };
    let is = |more: Value, code: &str, pointer: &str| {
        let (found, at) = with(more);
        assert_eq!((found, at.as_str()), (code, pointer));
    };
    is(json!({}), "verify-nothing", "/2");
    is(
        json!({ "nodes": { "99": [1] } }),
        "verify-node-unknown",
        "/2/nodes/99",
    );
    is(json!({ "nodes": { "1": [1, 2] } }), "verify-count", "/2/nodes/1");
    is(
        json!({ "locals": { "1": { "rotation": [1, 2, 3] } } }),
        "verify-count",
        "/2/locals/1/rotation",
    );
    is(
        json!({ "palettes": { "7": [] } }),
        "verify-skin-unknown",
        "/2/palettes/7",
    );
    is(
        json!({ "palettes": { "0": [[1]] } }),
        "verify-count",
        "/2/palettes/0/0",
    );
    is(
        json!({ "palettes": { "0": [[], [], []] } }),
        "verify-palette-long",
        "/2/palettes/0",
    );
    let part = |more: Value| json!({ "instances": [more] });
    is(
        part(json!({ "node": 1, "positions": [] })),
        "verify-instance-unknown",
        "/2/instances/0",
    );
    is(
        part(json!({ "node": 0, "positions": [1] })),
        "verify-positions",
        "/2/instances/0/positions",
    );
    is(
        part(json!({ "node": 0, "indices": [0, 99], "positions": [1, 2, 3, 4, 5, 6] })),
        "verify-index",
        "/2/instances/0/indices/1",
    );
    is(
        json!({ "clip": 99, "nodes": {} }),
        "verify-clip-unknown",
        "/2/clip",
    );
    is(json!({ "clip": "nothing" }), "verify-clip-unknown", "/2/clip");
    is(json!({ "skinning": "cor" }), "verify-skinning", "/2/skinning");
    is(
        json!({ "blend": { "clip": 0, "weight": 2 } }),
        "verify-share",
        "/2/blend/weight",
    );
}

#[test]
fn it_can_be_cancelled() {
    let bar = sample("twist_bar");
    let mut theirs = dump(&bar, &at(&bar, "Wave", 0.83));
    theirs["time"] = json!(0.2);
    let dumps = read(theirs.to_string().as_bytes()).unwrap();
    let cancel = CancelToken::default();
    cancel.cancel();
    let work = Work {
        cancel,
        ..Work::alone()
    };
    let asked = PoseRequest::default();
    let result = verify(&bar, &dumps[0], None, &asked, VerifyTolerance::Default, &work);
    assert_eq!(result, Err(VerifyError::Cancelled));
}

#[test]
fn a_report_is_plain_finite_json() {
    let rig = sample("chapter_rig");
    let mut theirs = dump(&rig, &at(&rig, "C ", 1.0));
    each(&mut theirs, "instances", &|v| v.iter().map(|_| 1e18).collect());
    let json = serde_json::to_value(report(&rig, &theirs)).unwrap();
    assert_eq!(json["first"], "positions");
    assert!(json["stages"][3]["distance"].is_f64() && json["stages"][3]["excess"].is_f64());
    assert_eq!(json["stages"][3]["worst"]["theirs"].as_array().unwrap().len(), 3);
}

/// What differs by less than the default can look like anything, so it looks like nothing.
#[test]
fn below_the_default_tolerance_nothing_is_explained() {
    let file = |name: &str| rigscope::samples::case_file(name).unwrap().bytes.to_vec();
    let model = import(file("d1_candy_wrapper.gltf")).unwrap();
    let mut theirs: Value = serde_json::from_slice(&file("d1_candy_wrapper.pose.json")).unwrap();
    for pose in theirs.as_array_mut().unwrap() {
        let x = &mut pose["instances"][0]["positions"][0];
        *x = json!(x.as_f64().unwrap() + 2e-6);
    }
    let dumps = read(theirs.to_string().as_bytes()).unwrap();
    let asked = PoseRequest::default();
    let with = |tolerance| verify_all(&model, &dumps, &asked, tolerance, &Work::alone()).unwrap();
    assert!(with(VerifyTolerance::Default).iter().all(|p| p.equal));
    for pose in with(VerifyTolerance::Length(1e-7)) {
        assert!(
            !pose.equal && pose.explained && pose.explanations.is_empty(),
            "{:?}",
            pose.explanations
        );
    }
}

#[test]
fn of_many_poses_the_first_that_differ_are_explained() {
    let rig = sample("chapter_rig");
    let right = dump(&rig, &at(&rig, "C ", 1.0));
    let mut wrong = only(right.clone(), &["instances"]);
    each(&mut wrong, "instances", &|v| {
        v.iter().map(|n| 100.0 * n).collect()
    });
    let mut list = vec![wrong; MOST_EXPLAINED + 2];
    list.insert(1, right);
    let dumps = read(json!(list).to_string().as_bytes()).unwrap();
    let tolerance = VerifyTolerance::Default;
    let poses = verify_all(&rig, &dumps, &PoseRequest::default(), tolerance, &Work::alone()).unwrap();
    assert!(poses[1].equal && poses[1].explained);
    for (k, pose) in poses.iter().enumerate().filter(|(k, _)| *k != 1) {
        let looked = k <= MOST_EXPLAINED;
        assert!(!pose.equal && pose.explained == looked, "{k}");
        assert_eq!(codes(pose).contains(&"unit-scale"), looked, "{k}");
    }
    // Issues point into the list.
    list[3] = json!({ "format": "posedump-1", "nodes": { "99": [] } });
    let dumps = read(json!(list).to_string().as_bytes()).unwrap();
    match verify_all(&rig, &dumps, &PoseRequest::default(), tolerance, &Work::alone()) {
        Err(VerifyError::Refused(issue)) => assert_eq!(issue.pointer, "/3/nodes/99"),
        other => panic!("{other:?}"),
    }
}

/// By hand: 3e12 times 1e13 times 1e13 times 2 is beyond an `f32`; so are the squares of 2e25, but nothing needs them in
/// one.
#[test]
fn a_pose_that_is_not_finite_is_refused_with_its_place() {
    let big = |scales: [f64; 3]| {
        let mut b = GltfBuilder::arm();
        let above = b.node(json!({ "children": [1] }));
        b.json["scenes"][0]["nodes"] = json!([0, above]);
        for (node, scale) in [3, 1, 2].into_iter().zip(scales) {
            b.json["nodes"][node]["scale"] = json!([scale, scale, scale]);
        }
        b.json["skins"][0] = json!({ "joints": [1, 2] });
        b.model()
    };
    let theirs = json!({
        "format": "posedump-1",
        "instances": [{ "node": 0, "indices": [0], "positions": [0, 0, 0] }],
    });
    let dumps = read(theirs.to_string().as_bytes()).unwrap();
    let under = |scales, dumps: &[_]| {
        let (model, tolerance) = (big(scales), VerifyTolerance::Default);
        verify(
            &model,
            &dumps[0],
            None,
            &PoseRequest::default(),
            tolerance,
            &Work::alone(),
        )
    };
    let wide = under([1.0, 1e12, 1e13], &dumps).unwrap().diagonal;
    assert!(wide > 1.9e25 && wide.is_finite(), "{wide}");
    let whole = json!({
        "format": "posedump-1",
        "instances": [{ "node": 0, "indices": [0, 4], "positions": [0, 0, 0, 0, 0, 0] }],
    });
    let whole = read(whole.to_string().as_bytes()).unwrap();
    match under([3e12, 1e13, 1e13], &whole) {
        Err(VerifyError::Refused(issue)) => {
            assert_eq!(issue.code, "pose-not-finite");
            let said = format!("{issue:?}");
            assert!(said.contains("vertex 4 of primitive 0 at node 0"), "{said}");
        }
        other => panic!("{other:?}"),
    }
}
