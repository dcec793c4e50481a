//! Every fault gives the wrong numbers of the chapter's tables, or those that were worked out by hand.

use glam::{DMat4, DVec3};
use rigscope::animation::ClipId;
use rigscope::inspect::{PoseDump, PoseRequest};
use rigscope::model::Model;
use rigscope::skinning::SkinningMethod::{self, DualQuaternion, LinearBlend};
use rigscope::teach::{Fault, can_show, faulty_model};
use rigscope::work::Work;

use super::support::{GltfBuilder, Numbers, import};

const SHOULDER: u32 = 1;
const ELBOW: u32 = 2;
const ROTATED_ARM: u32 = 3;

fn rig() -> Model {
    let sample = rigscope::samples::find("chapter_rig").unwrap();
    import(sample.bytes.to_vec()).unwrap()
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

fn pose(model: &Model, request: &PoseRequest) -> PoseDump {
    let variant = request.fault.and_then(|f| faulty_model(model, f));
    let model = variant.as_ref().unwrap_or(model);
    let posed = request.pose(model);
    let vertices = request
        .vertices(model, &posed, model.default_scene, &Work::alone())
        .unwrap();
    PoseDump::new(model, &posed, request, &vertices).unwrap()
}

/// Under a fault; an empty name is the rest pose.
fn under(model: &Model, fault: Fault, name: &str, time_secs: f64) -> PoseDump {
    with(model, Some(fault), name, time_secs, LinearBlend)
}

fn with(model: &Model, fault: Option<Fault>, name: &str, time_secs: f64, method: SkinningMethod) -> PoseDump {
    pose(
        model,
        &PoseRequest {
            clip: (!name.is_empty()).then(|| clip(model, name)),
            time_secs,
            skinning: method.into(),
            fault,
            ..PoseRequest::default()
        },
    )
}

fn matrix(dump: &PoseDump, node: u32) -> DMat4 {
    DMat4::from_cols_slice(&dump.nodes[&node].0)
}

fn place(dump: &PoseDump, node: u32, vertex: usize) -> DVec3 {
    let points = dump.instances.iter().find(|i| i.node == node && i.primitive == 0);
    DVec3::from_slice(&points.unwrap().positions.0[3 * vertex..])
}

#[track_caller]
fn assert_near(got: DVec3, right: [f64; 3]) {
    let off = (got - DVec3::from_array(right)).abs().max_element();
    assert!(off < 1e-4, "{got}, not {right:?}");
}

/// Degrees about Z, -180 to 180.
fn turned(dump: &PoseDump, node: u32) -> f64 {
    let x = matrix(dump, node).x_axis;
    x.y.atan2(x.x).to_degrees()
}

#[test]
fn table_b_in_its_wrong_columns() {
    let model = rig();
    for (fault, right) in [
        (Fault::WrongSide, [-1.0, 2.0, 0.0]),
        (Fault::NoInverseBind, [0.0, 2.0, 0.0]),
        (Fault::TransposedPalette, [0.0, -1.0, 0.0]),
    ] {
        let dump = under(&model, fault, "B ", 1.0);
        assert_near(place(&dump, 0, 0), right);
        assert_eq!(dump.teach.as_deref(), Some(fault.word()));
        // The joints themselves are right.
        assert_near(matrix(&dump, ELBOW).w_axis.truncate(), [0.0, 1.0, 0.0]);
    }
    assert_near(
        place(&under(&model, Fault::NoInverseBind, "", 0.0), 0, 0),
        [2.0, 0.0, 0.0],
    );
    for hidden in [Fault::WrongSide, Fault::TransposedPalette] {
        assert_near(place(&under(&model, hidden, "", 0.0), 0, 0), [1.0, 0.0, 0.0]);
    }
    let swapped = under(&model, Fault::LocalTimesParent, "B ", 1.0);
    assert_near(matrix(&swapped, ELBOW).w_axis.truncate(), [1.0, 0.0, 0.0]);
    assert!((turned(&swapped, ELBOW) - 90.0).abs() < 0.01);
    // By hand: the elbow turns where it stood, so the hand is one above it.
    assert_near(place(&swapped, 0, 6), [1.0, 1.0, 0.0]);
    // By hand: the elbow reads the shoulder of the rest pose, so nothing of the forearm moves.
    let children = under(&model, Fault::ChildrenFirst, "B ", 1.0);
    assert_near(matrix(&children, ELBOW).w_axis.truncate(), [1.0, 0.0, 0.0]);
    assert!(turned(&children, ELBOW).abs() < 0.01 && (turned(&children, SHOULDER) - 90.0).abs() < 0.01);
    assert_near(place(&children, 0, 6), [2.0, 0.0, 0.0]);
}

#[test]
fn table_c_with_the_joints_swapped() {
    let model = rig();
    let dump = under(&model, Fault::ShuffledJoints, "C ", 1.0);
    assert_near(place(&dump, 0, 4), [-0.0250, 1.1933, 0.0]);
    assert_near(place(&dump, 0, 6), [0.0, 2.0, 0.0]);
    // At the bind pose nothing shows.
    let rest = with(&model, None, "", 0.0, LinearBlend);
    let shuffled = under(&model, Fault::ShuffledJoints, "", 0.0);
    assert_eq!(rest.instances, shuffled.instances);
}

#[expect(clippy::approx_constant, reason = "the table's own digits")]
#[test]
fn table_d_in_its_wrong_rows() {
    let model = rig();
    for (fault, bind, animated) in [
        (Fault::TranslationOnlyInverse, [1.3536, 0.3536], [-0.4830, 1.1294]),
        (Fault::HalfInverse, [1.7929, -0.7071], [0.2159, 2.0402]),
        (Fault::UninvertedRotation, [0.2929, 0.7929], [-0.3331, -0.0088]),
        (Fault::NoInverseBind, [2.0607, 1.0607], [-1.4489, 1.3882]),
        (Fault::WrongSide, [1.5, 0.0], [-0.75, 2.7133]),
    ] {
        for method in [LinearBlend, DualQuaternion] {
            for (name, right) in [("", bind), ("D ", animated)] {
                let dump = with(&model, Some(fault), name, 1.0, method);
                let got = place(&dump, ROTATED_ARM, 0);
                assert_near(got.with_z(0.0), [right[0], right[1], 0.0]);
            }
        }
    }
    // The other arm is bound unturned, which hides what is wrong with rotations.
    for fault in [
        Fault::TranslationOnlyInverse,
        Fault::HalfInverse,
        Fault::UninvertedRotation,
    ] {
        let dump = under(&model, fault, "C ", 1.0);
        assert_near(place(&dump, 0, 6), [-0.5, 1.8660, 0.0]);
    }
}

#[test]
fn table_e_by_averaged_matrices() {
    let model = rig();
    let half = |name: &str| {
        pose(
            &model,
            &PoseRequest {
                blend: Some((clip(&model, name), 1.0, 0.5)),
                fault: Some(Fault::BlendedMatrices),
                ..PoseRequest::default()
            },
        )
    };
    let shrunk = matrix(&half("E "), SHOULDER).x_axis.length();
    assert!((shrunk - 0.0872).abs() < 1e-4, "{shrunk}");
    let dump = half("C ");
    assert_near(place(&dump, 0, 6), [0.75, 0.9330, 0.0]);
    let elbow = matrix(&dump, ELBOW).w_axis.truncate();
    let forearm = (place(&dump, 0, 6) - elbow).length();
    assert!((forearm - 0.5).abs() < 1e-4, "{forearm}");
}

#[test]
fn table_a_by_wrong_samplers() {
    let model = rig();
    let late = under(&model, Fault::FirstKeyNotHeld, "A late first key", 0.0);
    assert!((turned(&late, ELBOW) - 100.0).abs() < 0.01);
    // 260 degrees the other way, half of it.
    let long = under(&model, Fault::LongWaySlerp, "A flipped sign", 0.1);
    assert!((turned(&long, ELBOW) + 130.0).abs() < 0.01);
    // By hand: a quarter of the way from 0 to 100 degrees z is 0.191511 and w 0.910697; the matrix of that has the
    // first column (1 - 2 z z, 2 z w).
    let short = under(&model, Fault::UnnormalisedNlerp, "A elbow keys", 0.05);
    let x = matrix(&short, ELBOW).x_axis;
    assert!(
        (x.x - 0.926_647).abs() < 1e-5 && (x.y - 0.348_814).abs() < 1e-5,
        "{x}"
    );
    // A right sampler is what remains at keys.
    let key = under(&model, Fault::UnnormalisedNlerp, "A elbow keys", 0.2);
    let right = with(&model, None, "A elbow keys", 0.2, LinearBlend);
    assert_eq!((key.nodes, key.instances), (right.nodes, right.instances));
}

#[test]
fn a_dropped_scale() {
    let mut b = GltfBuilder::arm();
    b.json["nodes"][2]["scale"] = serde_json::json!([1.0, 2.0, 1.0]);
    let model = b.model();
    // The upper row is wholly on the joint at (0, 1), one above it.
    let right = with(&model, None, "", 0.0, LinearBlend);
    assert_near(place(&right, 0, 4), [-0.5, 3.0, 0.0]);
    assert_near(
        place(&under(&model, Fault::ScaleDropped, "", 0.0), 0, 4),
        [-0.5, 2.0, 0.0],
    );
}

#[test]
fn the_node_of_a_skinned_mesh_applied() {
    let mut b = GltfBuilder::arm();
    b.json["nodes"][0]["translation"] = serde_json::json!([0.0, 0.0, 4.0]);
    let model = b.model();
    assert!(can_show(Fault::NodeTransformApplied, &model));
    assert!(!can_show(
        Fault::NodeTransformApplied,
        &GltfBuilder::arm().model()
    ));
    let dump = under(&model, Fault::NodeTransformApplied, "", 0.0);
    assert_near(place(&dump, 0, 4), [-0.5, 2.0, 4.0]);
}

fn case(name: &str, change: impl FnOnce(&mut serde_json::Value)) -> Model {
    let file = rigscope::samples::case_file(name).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&file.bytes).unwrap();
    change(&mut json["nodes"]);
    import(json.to_string().into_bytes()).unwrap()
}

/// Mistakes are made in the file's own space, wherever the importer has put the model.
#[test]
fn far_from_the_origin_mistakes_are_those_of_the_file() {
    const FAR: [f64; 3] = [100_000.0, 0.0, -100_000.0];
    let near = |dump: &PoseDump, vertex: usize, right: [f64; 3]| {
        let got = place(dump, 0, vertex);
        let off = (got - DVec3::from_array(right)).abs().max_element();
        assert!(off < 0.02, "{got}, not {right:?}");
    };
    let node = Fault::NodeTransformApplied;
    // Its node stands at the file's origin: nothing to see.
    let model = case("m2_far_from_origin.gltf", |_| ());
    assert!(model.origin != DVec3::ZERO && !can_show(node, &model));
    near(&under(&model, node, "", 0.0), 4, [FAR[0] - 0.5, 2.0, FAR[2]]);
    let model = case("m2_far_from_origin.gltf", |n| {
        n[0]["translation"] = serde_json::json!([0.0, 0.0, 4.0]);
    });
    assert!(model.origin != DVec3::ZERO && can_show(node, &model));
    near(
        &under(&model, node, "", 0.0),
        4,
        [FAR[0] - 0.5, 2.0, FAR[2] + 4.0],
    );

    // By hand: the upper joint, unturned, takes (-0.5, 2, 0) to (99999.5, 3, -100000); its inverse bind turns that by
    // 90 degrees about z, about the file's origin, and moves it by 3 along x.
    let mut b = GltfBuilder::arm();
    b.json["nodes"][1]["translation"] = serde_json::json!(FAR);
    let still = [
        1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    let turned = [
        0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0, 1.0,
    ];
    let m = b.floats("MAT4", &[still, turned].concat());
    b.json["skins"][0]["inverseBindMatrices"] = m.into();
    let model = b.model();
    assert!(model.origin != DVec3::ZERO);
    near(
        &under(&model, Fault::WrongSide, "", 0.0),
        4,
        [0.0, 99_999.5, FAR[2]],
    );
    // What a shader reads of a transposed matrix has no translation: (x, y) goes to (y, -x), at the file's origin.
    near(
        &under(&model, Fault::TransposedPalette, "", 0.0),
        4,
        [2.0, 0.5, 0.0],
    );

    // Local times parent: the upper joint's quarter turn comes after the lower joint's translation.
    let mut b = GltfBuilder::arm();
    b.json["nodes"][1]["translation"] = serde_json::json!(FAR);
    b.json["nodes"][2]["rotation"] = serde_json::json!([0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()]);
    let model = b.model();
    assert!(model.origin != DVec3::ZERO);
    let swapped = under(&model, Fault::LocalTimesParent, "", 0.0);
    let at = matrix(&swapped, ELBOW).w_axis.truncate();
    assert!((at - DVec3::new(0.0, 100_001.0, FAR[2])).length() < 0.05, "{at}");
}

/// The arm with these weights and joints of its first vertex in set 0, and in set 1 if there is one.
fn with_sets(sets: &[([u8; 4], [f32; 4])]) -> Model {
    let mut b = GltfBuilder::arm();
    for k in 0..6 {
        b.node(serde_json::json!({ "name": format!("extra {k}") }));
    }
    b.json["skins"][0] = serde_json::json!({ "joints": [1, 2, 3, 4, 5, 6, 7, 8] });
    for (k, (joints, weights)) in sets.iter().enumerate() {
        let j = b.accessor("VEC4", Numbers::U8(&joints.repeat(6)));
        let w = b.floats("VEC4", &weights.repeat(6));
        let attributes = &mut b.json["meshes"][0]["primitives"][0]["attributes"];
        attributes[format!("JOINTS_{k}")] = j.into();
        attributes[format!("WEIGHTS_{k}")] = w.into();
    }
    b.model()
}

/// At rest all joints but the one at (0, 1) are at the origin and the inverse binds are missing, so a vertex v goes to
/// (sum of weights) v + (weight of that joint) (0, 1, 0).
#[test]
fn weights_as_other_viewers_take_them() {
    let eight = with_sets(&[
        ([0, 1, 2, 3], [0.2, 0.2, 0.2, 0.2]),
        ([4, 5, 6, 7], [0.1, 0.05, 0.04, 0.01]),
    ]);
    let at = |model: &Model, fault: Option<Fault>| place(&with(model, fault, "", 0.0, LinearBlend), 0, 4);
    assert_near(at(&eight, None), [-0.5, 2.2, 0.0]);
    assert_near(at(&eight, Some(Fault::SecondSetIgnored)), [-0.4, 1.8, 0.0]);
    assert_near(at(&eight, Some(Fault::FourInfluences)), [-0.4, 1.8, 0.0]);
    // The strongest are in the second set: reading only the first loses more than keeping four does.
    let strong_second = with_sets(&[
        ([0, 1, 2, 3], [0.1, 0.1, 0.1, 0.1]),
        ([4, 5, 6, 7], [0.3, 0.1, 0.1, 0.1]),
    ]);
    assert_near(
        at(&strong_second, Some(Fault::SecondSetIgnored)),
        [-0.2, 0.9, 0.0],
    );
    assert_near(at(&strong_second, Some(Fault::FourInfluences)), [-0.3, 1.3, 0.0]);

    let half = with_sets(&[([0, 1, 0, 0], [0.25, 0.25, 0.0, 0.0])]);
    assert_near(at(&half, None), [-0.5, 2.5, 0.0]);
    assert_near(at(&half, Some(Fault::RawWeights)), [-0.25, 1.25, 0.0]);
    let none = with_sets(&[([0, 1, 0, 0], [0.0; 4])]);
    assert_near(at(&none, None), [-0.5, 2.0, 0.0]);
    assert_near(at(&none, Some(Fault::RawWeights)), [0.0, 0.0, 0.0]);

    let doubled = with_sets(&[([1, 0, 1, 0], [0.5, 0.25, 0.25, 0.0])]);
    assert_near(at(&doubled, None), [-0.5, 2.75, 0.0]);
    // Of 1/2 and 1/4 on the joint at (0, 1) the latter: half of all is there.
    assert_near(at(&doubled, Some(Fault::DoubledLastWins)), [-0.25, 1.25, 0.0]);

    for (fault, model, shows) in [
        (Fault::SecondSetIgnored, &eight, true),
        (Fault::SecondSetIgnored, &half, false),
        (Fault::FourInfluences, &eight, true),
        (Fault::FourInfluences, &doubled, false),
        (Fault::RawWeights, &half, true),
        (Fault::RawWeights, &eight, false),
        (Fault::DoubledLastWins, &doubled, true),
        (Fault::DoubledLastWins, &eight, false),
    ] {
        assert_eq!(can_show(fault, model), shows, "{fault:?}");
        assert_eq!(faulty_model(model, fault).is_some(), shows, "{fault:?}");
    }
}

/// A fault that a model hides changes nothing of it.
#[test]
fn what_cannot_show_changes_nothing() {
    let sample = rigscope::samples::find("twist_bar").unwrap();
    let model = import(sample.bytes.to_vec()).unwrap();
    let mut hidden = 0;
    for fault in Fault::ALL.into_iter().filter(|f| !can_show(*f, &model)) {
        hidden += 1;
        for name in ["Twist", "Bend", "Wave"] {
            for method in [LinearBlend, DualQuaternion] {
                let (right, wrong) = (
                    with(&model, None, name, 0.7, method),
                    with(&model, Some(fault), name, 0.7, method),
                );
                // A bind without rotation is inverted twice: rounding may show in the last digits.
                for (a, b) in right.instances.iter().zip(&wrong.instances) {
                    let pairs = a.positions.0.iter().zip(&b.positions.0);
                    assert!(
                        pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-6),
                        "{fault:?} {name}"
                    );
                }
            }
        }
    }
    assert!(hidden >= 8, "{hidden}");
}
