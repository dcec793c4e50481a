//! The doctor on weights, skeletons, geometry and clips: a sick file and a healthy twin for each finding.

use glam::{Quat, Vec3};
use rigscope::inspect::cure::cured;
use rigscope::inspect::doctor::{Diagnosis, Finding, examine};
use rigscope::model::{Model, Severity};
use rigscope::samples::SAMPLES;
use rigscope::work::Work;
use serde_json::{Value, json};

use super::support::rig::Rig;
use super::support::{GltfBuilder, Numbers, import};

fn diagnosis(model: &Model) -> Diagnosis {
    examine(model, &Work::alone()).unwrap()
}

fn codes(model: &Model) -> Vec<(&'static str, Severity)> {
    let d = diagnosis(model);
    d.findings
        .iter()
        .map(|f| (f.issue.code, f.issue.severity))
        .collect()
}

#[track_caller]
fn finding(model: &Model, code: &str) -> Finding {
    let d = diagnosis(model);
    let found: Vec<&Finding> = d.of(code).collect();
    assert_eq!(found.len(), 1, "{code}: {:?}", d.findings);
    found[0].clone()
}

#[track_caller]
fn number(finding: &Finding, name: &str) -> f64 {
    match finding.issue.args.iter().find(|a| a.0 == name) {
        Some((_, rigscope::model::IssueArg::Number(n))) => *n,
        other => panic!("{name} in {}: {other:?}", finding.issue),
    }
}

fn text(finding: &Finding, name: &str) -> String {
    let found = finding.issue.args.iter().find(|a| a.0 == name);
    found.map(|a| a.1.to_string()).unwrap_or_default()
}

/// A rig whose first vertices have these weights (of joints 0 to 3).
fn weighted(rows: &[[f32; 4]]) -> Model {
    let mut rig = Rig::new();
    for (influences, row) in rig.influences.iter_mut().zip(rows) {
        for (slot, w) in row.iter().enumerate() {
            influences[slot] = (slot as u32, *w);
        }
    }
    rig.builder().model()
}

#[test]
fn bundled_models_give_no_error_and_no_warning() {
    for sample in SAMPLES {
        let d = diagnosis(&import(sample.bytes.to_vec()).unwrap());
        // Notes tell what is so on purpose: end joints, and clips of the chapter that stop where their tables do.
        let meant: &[&str] = match sample.name {
            "chapter_rig" => &["rotation-keys-flipped", "clip-not-looping"],
            // Exactly the chapter's 150 samples, which do not close.
            "anemone" => &["joints-unused", "clip-not-looping"],
            _ => &["joints-unused"],
        };
        for finding in &d.findings {
            assert_eq!(
                finding.issue.severity,
                Severity::Info,
                "{}: {finding:?}",
                sample.name
            );
            assert!(
                meant.contains(&finding.issue.code),
                "{}: {finding:?}",
                sample.name
            );
        }
    }
}

#[test]
fn weights_name_their_vertices() {
    let cases: [(&[[f32; 4]], &str, Severity); 5] = [
        (
            &[[f32::NAN, 1.0, 0.0, 0.0]],
            "weights-not-finite",
            Severity::Error,
        ),
        (&[[-1.0, 1.0, 0.0, 0.0]], "weights-negative", Severity::Warning),
        (
            &[[0.5, 0.25, 0.0, 0.0], [0.9, 0.0, 0.0, 0.0]],
            "weights-not-normalized",
            Severity::Warning,
        ),
        (&[[0.0; 4]], "weights-missing", Severity::Warning),
        (&[[1.0, 0.0, 0.0, 0.0]; 2], "none", Severity::Info),
    ];
    for (rows, code, severity) in cases {
        let model = weighted(rows);
        if code == "none" {
            assert_eq!(codes(&model), [], "sums of 1 are fine");
            continue;
        }
        assert_eq!(codes(&model), [(code, severity)]);
        let found = finding(&model, code);
        assert_eq!(found.vertices.count, rows.len());
        assert_eq!(found.vertices.first[0].vertex, 0);
        assert_eq!(found.issue.pointer, "/meshes/0/primitives/0");
    }
    let sums = weighted(&[[0.5, 0.25, 0.0, 0.0], [0.9, 0.0, 0.0, 0.0]]);
    assert_eq!(number(&finding(&sums, "weights-not-normalized"), "sum"), 0.75);
}

#[test]
fn a_joint_twice_in_a_vertex_is_information_and_one_out_of_range_an_error() {
    let mut rig = Rig::new();
    rig.influences[0] = [(2, 0.5), (2, 0.5), (0, 0.0), (0, 0.0)];
    let model = rig.builder().model();
    assert_eq!(codes(&model), [("joints-doubled", Severity::Info)]);
    let mut rig = Rig::new();
    rig.influences[3] = [(0, 0.5), (99, 0.5), (0, 0.0), (0, 0.0)];
    let found = finding(&rig.builder().model(), "joints-out-of-range");
    assert_eq!(
        (found.issue.severity, found.vertices.first[0].vertex),
        (Severity::Error, 3)
    );
    // A joint out of range without weight is no matter.
    let mut rig = Rig::new();
    rig.influences[3] = [(0, 1.0), (99, 0.0), (0, 0.0), (0, 0.0)];
    assert_eq!(codes(&rig.builder().model()), []);
}

#[test]
fn sums_of_bytes_that_are_off_by_rounding_are_told_as_such() {
    let with = |first: [u8; 4]| {
        let rig = Rig::new();
        let mut b = rig.builder();
        let mut bytes: Vec<u8> = rig
            .influences
            .iter()
            .flat_map(|i| {
                let half = i[1].1 > 0.0;
                if half { [128, 127, 0, 0] } else { [255, 0, 0, 0] }
            })
            .collect();
        bytes[..4].copy_from_slice(&first);
        let w = b.normalized("VEC4", Numbers::U8(&bytes));
        b.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = w.into();
        b.model()
    };
    assert_eq!(codes(&with([255, 0, 0, 0])), []);
    let model = with([253, 0, 0, 0]);
    assert_eq!(codes(&model), [("weights-badly-quantised", Severity::Warning)]);
    let found = finding(&model, "weights-badly-quantised");
    assert_eq!((number(&found, "steps"), number(&found, "bits")), (2.0, 8.0));
    assert_eq!(
        codes(&with([200, 0, 0, 0])),
        [("weights-not-normalized", Severity::Warning)]
    );
}

/// A rig whose vertices have a second set of influences.
fn rich(joints: [u16; 4], weights: [f32; 4]) -> Model {
    let rig = Rig::new();
    let mut b = rig.builder();
    let n = rig.positions.len();
    let first: Vec<u16> = [0_u16, 1, 2, 3].repeat(n);
    let even = 1.0 - weights.iter().sum::<f32>();
    let (j0, w0) = (
        b.accessor("VEC4", Numbers::U16(&first)),
        b.floats("VEC4", &[even / 4.0; 4].repeat(n)),
    );
    let (j1, w1) = (
        b.accessor("VEC4", Numbers::U16(&joints.repeat(n))),
        b.floats("VEC4", &weights.repeat(n)),
    );
    b.json["meshes"][0]["primitives"][0]["attributes"] = json!({
        "POSITION": 0, "JOINTS_0": j0, "WEIGHTS_0": w0, "JOINTS_1": j1, "WEIGHTS_1": w1,
    });
    let half = Quat::from_rotation_x(1.5).to_array();
    b.clip(
        5,
        "rotation",
        "",
        &[0.0, 1.0],
        ("VEC4", &[[0.0, 0.0, 0.0, 1.0], half].concat()),
    );
    b.model()
}

#[test]
fn more_than_four_influences_are_told_with_what_dropping_them_costs() {
    let dear = rich([4, 5, 0, 0], [0.2, 0.05, 0.0, 0.0]);
    let found = finding(&dear, "influences-over-four");
    assert_eq!(found.issue.severity, Severity::Warning);
    assert_eq!(
        (number(&found, "most"), found.vertices.count),
        (6.0, dear.vertex_count(dear.default_scene))
    );
    assert!(number(&found, "distance") > 10.0 && text(&found, "unit") == "mm");
    assert_eq!(text(&found, "clip"), "#0");
    assert_eq!(
        number(&found, "vertex"),
        f64::from(found.vertices.first[0].vertex)
    );
    let cheap = rich([4, 5, 0, 0], [1e-4, 1e-4, 0.0, 0.0]);
    assert_eq!(
        finding(&cheap, "influences-over-four").issue.severity,
        Severity::Info
    );
    let four = rich([0, 1, 2, 3], [0.1; 4]);
    assert!(diagnosis(&four).of("influences-over-four").next().is_none());
    assert!(diagnosis(&dear).of("influences-over-eight").next().is_none());
}

#[test]
fn nine_influences_are_more_than_eight() {
    let rig = Rig::new();
    let mut b = rig.builder();
    let n = rig.positions.len();
    let mut attributes = json!({ "POSITION": 0 });
    for (set, joints) in [[0_u16, 1, 2, 3], [4, 5, 6, 7], [8, 0, 0, 0]]
        .into_iter()
        .enumerate()
    {
        let w = if set == 2 {
            [0.1, 0.0, 0.0, 0.0]
        } else {
            [0.1125; 4]
        };
        attributes[format!("JOINTS_{set}")] = b.accessor("VEC4", Numbers::U16(&joints.repeat(n))).into();
        attributes[format!("WEIGHTS_{set}")] = b.floats("VEC4", &w.repeat(n)).into();
    }
    b.json["meshes"][0]["primitives"][0]["attributes"] = attributes;
    let model = b.model();
    assert_eq!(number(&finding(&model, "influences-over-eight"), "most"), 9.0);
    finding(&model, "influences-over-four");
}

#[test]
fn a_vertex_with_five_influences_is_not_named_as_one_with_nine() {
    let rig = Rig::new();
    let mut b = rig.builder();
    let n = rig.positions.len();
    let last = n - 1;
    let mut attributes = json!({ "POSITION": 0 });
    for set in 0..3_u16 {
        let joints: Vec<u16> = (0..4).map(|k| (4 * set + k).min(8)).collect();
        // Five influences on all, and nine, of which the ninth counts for nothing much, on the last vertex.
        let weights: Vec<f32> = (0..n)
            .flat_map(|v| match (v == last, set) {
                (false, 0) => [0.2; 4],
                (false, 1) => [0.2, 0.0, 0.0, 0.0],
                (false, _) => [0.0; 4],
                (true, 0 | 1) => [0.1245; 4],
                (true, _) => [0.004, 0.0, 0.0, 0.0],
            })
            .collect();
        attributes[format!("JOINTS_{set}")] = b.accessor("VEC4", Numbers::U16(&joints.repeat(n))).into();
        attributes[format!("WEIGHTS_{set}")] = b.floats("VEC4", &weights).into();
    }
    b.json["meshes"][0]["primitives"][0]["attributes"] = attributes;
    let model = b.model();
    let found = finding(&model, "influences-over-eight");
    assert_eq!((number(&found, "vertex"), found.vertices.count), (last as f64, 1));
    assert_eq!(finding(&model, "influences-over-four").vertices.count, n);
}

#[test]
fn a_transform_on_the_node_of_a_skinned_mesh_is_told() {
    let mut rig = Rig::new();
    rig.mesh_node = json!({ "translation": [0.0, 2.0, 0.0] });
    let model = rig.builder().model();
    assert_eq!(codes(&model), [("skinned-node-transform", Severity::Warning)]);
    let found = finding(&model, "skinned-node-transform");
    assert_eq!(
        (found.issue.pointer.as_str(), number(&found, "distance")),
        ("/nodes/0", 2000.0)
    );
    // An armature above it is the exporter's way, and worth a note.
    let mut b = Rig::new().builder();
    let armature = b.node(json!({ "rotation": [0.0, 1.0, 0.0, 0.0], "children": [0, 1] }));
    b.json["scenes"][0]["nodes"] = json!([armature]);
    assert_eq!(codes(&b.model()), [("skinned-node-transform", Severity::Info)]);
}

#[test]
fn a_node_at_the_files_origin_has_no_transform_however_far_the_model_is() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/cases/m2_far_from_origin.gltf");
    let options = rigscope::import::ImportOptions::default();
    let mut model = rigscope::import::import_path(&path, &options, &Work::alone()).unwrap();
    assert!(model.origin.length() > 1e5);
    assert!(diagnosis(&model).of("skinned-node-transform").next().is_none());
    // One that was moved there is told with where the file has it.
    let carrier = model.instances[0].joint;
    let mut rest = model.skeleton.rest(carrier);
    rest.translation = Vec3::ZERO;
    model.skeleton.set_rest(carrier, rest);
    let found = finding(&model, "skinned-node-transform");
    assert!(number(&found, "distance") > 1e6);
}

#[test]
fn a_turned_node_is_told_on_a_large_model_too() {
    let mut rig = Rig::new();
    rig.joints.iter_mut().for_each(|j| j.2 *= 1000.0);
    rig.positions.iter_mut().for_each(|p| *p *= 1000.0);
    rig.bind();
    let turned = |degrees: f32| {
        let mut rig = rig.clone();
        let turn = Quat::from_rotation_y(degrees.to_radians());
        rig.mesh_node = json!({ "rotation": turn.to_array() });
        let found = diagnosis(&rig.builder().model());
        found.of("skinned-node-transform").count()
    };
    assert_eq!((turned(2.0), turned(0.001)), (1, 0));
}

#[test]
fn joints_that_move_nothing_are_outside_the_scene_or_without_a_root_are_named() {
    let mut rig = Rig::new();
    for influences in rig.influences.iter_mut().filter(|i| i[0].0 == 8) {
        *influences = [(7, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
    }
    let model = rig.builder().model();
    assert_eq!(codes(&model), [("joints-unused", Severity::Info)]);
    let found = finding(&model, "joints-unused");
    assert_eq!(model.joint_label(found.joints.first[0]), "foot");

    let mut b = Rig::new().builder();
    b.json["scenes"][0]["nodes"] = json!([0]);
    let found = finding(&b.model(), "joints-outside-scene");
    assert_eq!((found.issue.severity, found.joints.count), (Severity::Warning, 9));

    let mut b = Rig::new().builder();
    b.json["nodes"][1]["children"] = json!([2]);
    b.json["scenes"][0]["nodes"] = json!([0, 1, 8]);
    let found = finding(&b.model(), "skin-no-common-root");
    assert_eq!((found.issue.severity, found.joints.count), (Severity::Warning, 2));
}

#[test]
fn uneven_stretch_mirrors_and_a_common_scale_are_information() {
    let mut rig = Rig::new();
    let mut b = rig.builder();
    b.clip(
        4,
        "scale",
        "",
        &[0.0, 1.0],
        ("VEC3", &[1.0, 1.0, 1.0, 1.0, 3.0, 1.0]),
    );
    let found = finding(&b.model(), "joints-not-uniform");
    assert_eq!(
        (number(&found, "times"), text(&found, "joint").as_str()),
        (3.0, "arm.l")
    );
    assert_eq!(
        (text(&found, "clip").as_str(), number(&found, "time")),
        ("#0", 1.0)
    );
    // Uniform scale is no matter, even where it changes over time.
    let mut b = rig.builder();
    b.clip(
        4,
        "scale",
        "",
        &[0.0, 1.0],
        ("VEC3", &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0]),
    );
    assert!(diagnosis(&b.model()).of("joints-not-uniform").next().is_none());

    rig.joints[3].4 = Vec3::new(-1.0, 1.0, 1.0);
    let found = finding(&rig.builder().model(), "joints-mirrored");
    assert_eq!((found.issue.severity, found.joints.count), (Severity::Info, 2));

    let mut rig = Rig::new();
    rig.joints[0].4 = Vec3::splat(2.0);
    assert_eq!(
        number(&finding(&rig.builder().model(), "common-scale"), "factor"),
        2.0
    );
}

#[test]
fn centimetres_are_told_and_can_be_shown_in_metres() {
    let mut rig = Rig::new();
    rig.joints.iter_mut().for_each(|j| j.2 *= 100.0);
    rig.positions.iter_mut().for_each(|p| *p *= 100.0);
    rig.bind();
    let mut b = rig.builder();
    let way = ("VEC3", &[0.0, 100.0, 0.0, 50.0, 100.0, 0.0][..]);
    b.clip(1, "translation", "", &[0.0, 1.0], way);
    let model = b.model();
    let found = finding(&model, "model-units");
    assert_eq!(
        (found.issue.severity, number(&found, "factor")),
        (Severity::Info, 0.01)
    );
    let healed = cured(&model, &[found.cure.unwrap()], &Work::alone()).unwrap();
    assert!(diagnosis(&healed).of("model-units").next().is_none());
    let reach = |m: &Model| {
        let bounds = rigscope::model::clip_bounds(
            m,
            rigscope::animation::ClipId(0),
            m.default_scene,
            rigscope::skinning::SkinningMethod::LinearBlend,
            8,
            false,
            &Work::alone(),
        )
        .unwrap();
        bounds.max - bounds.min
    };
    let (before, after) = (reach(&model), reach(&healed));
    assert!((before * 0.01).abs_diff_eq(after, 1e-3), "{before} {after}");
}

#[test]
fn a_mesh_far_from_its_skeleton_is_told() {
    let mut rig = Rig::new();
    rig.positions.iter_mut().for_each(|p| p.x += 20.0);
    let d = diagnosis(&rig.builder().model());
    assert_eq!(d.of("mesh-far-from-skeleton").count(), 1, "{:?}", d.findings);
    let mut rig = Rig::new();
    rig.positions.iter_mut().for_each(|p| p.x += 0.2);
    assert!(
        diagnosis(&rig.builder().model())
            .of("mesh-far-from-skeleton")
            .next()
            .is_none()
    );
}

/// A sound rig with one rotation channel on the left arm (node 4).
fn turning(interpolation: &str, keys: &[Quat]) -> GltfBuilder {
    let mut b = Rig::new().builder();
    let times: Vec<f32> = (0..keys.len()).map(|k| k as f32).collect();
    let spline = interpolation == "CUBICSPLINE";
    let values: Vec<f32> = keys
        .iter()
        .flat_map(|q| {
            let zero = if spline { vec![0.0; 4] } else { vec![] };
            [zero.clone(), q.to_array().to_vec(), zero].concat()
        })
        .collect();
    b.clip(4, "rotation", interpolation, &times, ("VEC4", &values));
    b
}

fn rest_of_arm() -> Quat {
    Rig::new().joints[3].3
}

#[test]
fn a_clip_that_loops_and_moves_something_says_nothing() {
    let turned = rest_of_arm() * Quat::from_rotation_x(0.5);
    let model = turning("", &[rest_of_arm(), turned, rest_of_arm()]).model();
    assert_eq!(codes(&model), []);
}

#[test]
fn keys_of_flipped_sign_are_a_note_and_in_splines_a_warning() {
    let turned = rest_of_arm() * Quat::from_rotation_x(0.5);
    let keys = [rest_of_arm(), -turned, rest_of_arm()];
    let model = turning("", &keys).model();
    assert_eq!(codes(&model), [("rotation-keys-flipped", Severity::Info)]);
    let found = finding(&model, "rotation-keys-flipped");
    assert_eq!(
        (number(&found, "count"), found.issue.pointer.as_str()),
        (2.0, "/animations/0/channels/0")
    );
    assert_eq!(model.joint_label(found.joints.first[0]), "arm.l");
    let model = turning("CUBICSPLINE", &keys).model();
    assert_eq!(codes(&model), [("spline-keys-flipped", Severity::Warning)]);
}

#[test]
fn clips_of_no_length_and_channels_without_effect_are_notes() {
    let model = turning("", &[rest_of_arm() * Quat::from_rotation_x(0.5)]).model();
    assert_eq!(codes(&model), [("clip-zero-length", Severity::Info)]);
    // The same rotation with the other sign has no effect either.
    let mut b = turning("", &[rest_of_arm(), -rest_of_arm()]);
    assert!(codes(&b.model()).contains(&("channels-without-effect", Severity::Info)));
    // What moves nothing that shows.
    let prop = b.node(json!({ "name": "prop" }));
    b.json["scenes"][0]["nodes"]
        .as_array_mut()
        .unwrap()
        .push(Value::from(prop));
    b.clip(
        prop,
        "translation",
        "",
        &[0.0, 1.0],
        ("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
    );
    let found = finding(&b.model(), "channels-unseen");
    assert_eq!(
        (number(&found, "count"), text(&found, "joint").as_str()),
        (1.0, "prop")
    );
}

#[test]
fn a_clip_that_does_not_loop_says_by_how_much() {
    let model = turning("", &[rest_of_arm(), rest_of_arm() * Quat::from_rotation_x(0.5)]).model();
    assert_eq!(codes(&model), [("clip-not-looping", Severity::Info)]);
    let found = finding(&model, "clip-not-looping");
    assert!((number(&found, "degrees") - 28.6).abs() < 0.1, "{}", found.issue);
    // The hand swings along: 2 * 0.3 * sin(0.25) metres.
    assert!(
        (number(&found, "distance") - 148.0).abs() < 2.0,
        "{}",
        found.issue
    );
    assert_eq!(text(&found, "joint"), "arm.l");
    // What the root travels is the clip's business.
    let mut b = Rig::new().builder();
    let way = ("VEC3", &[0.0, 1.0, 0.0, 0.0, 1.0, 5.0][..]);
    b.clip(1, "translation", "", &[0.0, 1.0], way);
    assert_eq!(codes(&b.model()), []);
}

#[test]
fn findings_of_the_importer_are_in_the_same_list_with_their_joints() {
    let mut b = turning(
        "",
        &[
            rest_of_arm() * Quat::from_rotation_x(0.5),
            rest_of_arm(),
            rest_of_arm(),
        ],
    );
    let times = b.floats("SCALAR", &[0.0, 2.0, 1.0]);
    b.json["animations"][0]["samplers"][0]["input"] = times.into();
    let model = b.model();
    let found = finding(&model, "key-times-unordered");
    assert_eq!(
        (found.issue.severity, found.issue.pointer.clone()),
        (Severity::Error, format!("/accessors/{times}"))
    );
    assert_eq!(model.joint_label(found.joints.first[0]), "arm.l");
    assert_eq!(
        diagnosis(&model).findings[0].issue.code,
        "key-times-unordered",
        "the worst comes first"
    );
    let mut b = turning("", &[rest_of_arm(), rest_of_arm() * 1.2, rest_of_arm()]);
    b.json["nodes"][4]["rotation"] = json!([0.0, 0.0, 0.0, 2.0]);
    let model = b.model();
    finding(&model, "rotation-keys-not-normalized");
    let found = finding(&model, "node-rotation-not-normalized");
    assert_eq!(model.joint_label(found.joints.first[0]), "arm.l");
}

#[test]
fn the_threshold_of_rotation_lengths_is_that_of_the_table() {
    let limit = rigscope::inspect::limits::ROTATION_LENGTH.value as f32;
    for (length, told) in [(1.0 + 0.9 * limit, false), (1.0 + 1.1 * limit, true)] {
        let model = turning("", &[rest_of_arm(), rest_of_arm() * length, rest_of_arm()]).model();
        assert_eq!(
            diagnosis(&model).of("rotation-keys-not-normalized").count(),
            usize::from(told)
        );
    }
}

/// What the doctor says of files in `assets/cases`, notes left out, and why it is right. Of all others it says nothing.
const TOLD: &[(&str, &str, Severity, &str)] = &[
    (
        "a7_channel_without_node.gltf",
        "channel-without-node",
        Severity::Warning,
        "the case is about such a channel",
    ),
    (
        "b2_skinned_node_transform.gltf",
        "skinned-node-transform",
        Severity::Warning,
        "the case is about such a transform",
    ),
    (
        "b3_weights_below_one.gltf",
        "weights-not-normalized",
        Severity::Warning,
        "its weights do not sum to 1",
    ),
    (
        "b4_zero_weights.gltf",
        "weights-missing",
        Severity::Warning,
        "one vertex has no weight",
    ),
    (
        "b7_eight_influences.gltf",
        "influences-over-four",
        Severity::Warning,
        "eight equal weights: dropping four moves vertices far",
    ),
    (
        "b8_joint_attributes_without_skin.gltf",
        "influences-without-skin",
        Severity::Warning,
        "joints and weights on a node that has no skin",
    ),
    (
        "h5_joint_index_past_skin.gltf",
        "joints-out-of-range",
        Severity::Error,
        "damaged: a vertex names a joint that the skin does not have",
    ),
    (
        "h5_joint_index_past_skin.gltf",
        "weights-not-normalized",
        Severity::Warning,
        "what is left without that joint is less than 1",
    ),
    (
        "h7_nan_key_time.gltf",
        "key-time-not-finite",
        Severity::Error,
        "damaged: a key time is no number",
    ),
];

fn models_below(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for path in std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|e| Some(e.ok()?.path()))
    {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if path.is_dir() {
            models_below(&path, found);
        } else if ["glb", "gltf"].contains(&extension) {
            found.push(path);
        }
    }
}

/// Models of the files that are not refused: what needs more than is supported is not sick.
fn loaded(folder: &std::path::Path) -> Vec<(String, Model)> {
    let mut files = Vec::new();
    models_below(folder, &mut files);
    files.sort();
    let options = rigscope::import::ImportOptions::default();
    files
        .iter()
        .filter_map(|path| {
            let model = rigscope::import::import_path(path, &options, &Work::alone()).ok()?;
            let name = path.file_name()?.to_str()?.to_owned();
            Some((name, model))
        })
        .collect()
}

#[test]
fn what_is_told_of_bundled_files_is_known_and_right() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let cases = loaded(&assets.join("cases"));
    assert!(cases.len() > 30, "{}", cases.len());
    let told: Vec<(String, &str, Severity)> = cases
        .iter()
        .flat_map(|(name, model)| {
            let findings = diagnosis(model).findings.into_iter();
            let bad = findings.filter(|f| f.issue.severity > Severity::Info);
            bad.map(|f| (name.clone(), f.issue.code, f.issue.severity))
        })
        .collect();
    let known: Vec<(String, &str, Severity)> = TOLD
        .iter()
        .map(|&(name, code, severity, _)| (name.to_owned(), code, severity))
        .collect();
    assert_eq!(told, known);
    let models = loaded(&assets.join("models"));
    assert_eq!(models.len(), SAMPLES.len());
    for (name, model) in models {
        let worst = diagnosis(&model).worst();
        assert!(worst.is_none_or(|w| w == Severity::Info), "{name}: {worst:?}");
    }
}

/// Every sound model of the corpus that `RIGSCOPE_CORPUS` names, too: none of them is broken, so none may give an error.
#[test]
fn sound_files_give_no_error() {
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/cases");
    let mut models = loaded(&cases);
    if let Some(folder) = std::env::var_os("RIGSCOPE_CORPUS") {
        models.extend(loaded(&std::path::Path::new(&folder).join("corpus/files")));
    }
    // The cases of damaged files have numbers after an h.
    let damaged =
        |name: &str| name.starts_with('h') && name.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    models.retain(|(name, _)| !damaged(name));
    for (name, model) in models {
        let d = diagnosis(&model);
        assert!(d.count(Severity::Error) == 0, "{name}: {:?}", d.findings.first());
    }
}
