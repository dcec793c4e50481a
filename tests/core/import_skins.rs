//! Import: skins, inverse binds, influences.

use glam::{Affine3A, Vec3};
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::SkinningMethod;
use serde_json::json;

use super::support::{GltfBuilder, Numbers, codes};

fn influences(model: &Model, vertex: usize) -> Vec<(u32, f32)> {
    let influences = model.meshes[0].primitives[0]
        .influences
        .as_ref()
        .expect("skinned");
    influences.of(vertex).map(|i| (i.joint, i.weight)).collect()
}

/// The arm with other weights (six vertices).
fn with_weights(weights: &[[f32; 4]; 6]) -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    let w = b.floats("VEC4", weights.as_flattened());
    b.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = w.into();
    b
}

#[test]
fn the_arm_bends_at_its_elbow() {
    let model = GltfBuilder::arm().model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let mut posed = PosedModel::default();
    posed.set_clips(&model, Some((rigscope::animation::ClipId(0), 1.0)), None, true);
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        let v = posed
            .vertex(&model.instances[0], &model.meshes[0].primitives[0], method, 4)
            .position;
        // The upper row, a quarter turn about z at (0, 1).
        assert!(v.abs_diff_eq(Vec3::new(-1.0, 0.5, 0.0), 1e-5), "{method:?} {v}");
    }
    assert_eq!(model.skins[0].carries_weight(), [true, true]);
    assert_eq!(model.skeleton.prefix_len(), 2);
    assert_eq!(
        model.meshes[0].primitives[0]
            .joint_boxes
            .joints()
            .collect::<Vec<_>>(),
        [0, 1]
    );
    let source = &model.skin_sources[0];
    assert!(source.has_inverse_binds && source.source.pointer == "/skins/0");
}

#[test]
fn missing_inverse_binds_are_the_identity() {
    let mut b = GltfBuilder::arm();
    b.json["skins"][0]
        .as_object_mut()
        .unwrap()
        .remove("inverseBindMatrices");
    let model = b.model();
    assert_eq!(model.skins[0].inverse_binds(), [Affine3A::IDENTITY; 2]);
    assert!(!model.skin_sources[0].has_inverse_binds && model.issues.is_empty());
}

#[test]
fn broken_inverse_binds_load_and_are_told() {
    let mut b = GltfBuilder::arm();
    b.json["accessors"][5]["count"] = 1.into();
    let model = b.model();
    assert_eq!(codes(&model), ["inverse-binds-too-few"]);
    assert_eq!(model.skins[0].inverse_binds()[1], Affine3A::IDENTITY);
    let mut matrices = [
        glam::Mat4::IDENTITY.to_cols_array(),
        glam::Mat4::IDENTITY.to_cols_array(),
    ];
    matrices[1][5] = f32::NAN;
    matrices[0][3] = 4.0;
    let mut b = GltfBuilder::arm();
    let m = b.floats("MAT4", matrices.as_flattened());
    b.json["skins"][0]["inverseBindMatrices"] = m.into();
    let model = b.model();
    assert_eq!(
        codes(&model),
        ["inverse-bind-not-finite", "inverse-bind-not-affine"]
    );
    assert!(model.skins[0].inverse_binds().iter().all(Affine3A::is_finite));
    let found = &model.skin_sources[0].inverse_binds_as_found;
    assert!(found[0].row(0).w == 0.0 && found[0].x_axis.w == 4.0 && found[1].y_axis.y.is_nan());
    b.json["skins"][0]["inverseBindMatrices"] = 0.into();
    assert_eq!(b.refusal().code, "accessor-wrong-type");
    b.json["skins"][0]["inverseBindMatrices"] = 99.into();
    assert_eq!(b.refusal().code, "accessor-missing");
}

#[test]
fn a_broken_skin_refuses_only_a_file_that_uses_it() {
    let mut b = GltfBuilder::arm();
    b.push("skins", json!({ "joints": [] }));
    b.push("skins", json!({ "joints": [1, 99] }));
    let model = b.model();
    assert_eq!(model.skins.len(), 1);
    assert_eq!(codes(&model), ["reference-out-of-range", "skin-without-joints"]);
    b.json["nodes"][0]["skin"] = 1.into();
    assert_eq!(b.refusal().code, "skin-without-joints");
    b.json["nodes"][0]["skin"] = 2.into();
    assert_eq!(b.refusal().code, "skin-joint-missing");
}

#[test]
fn weights_are_put_right_and_each_kind_is_told_once() {
    let mut weights = [[1.0, 0.0, 0.0, 0.0]; 6];
    weights[0] = [f32::NAN, 0.5, 0.0, 0.0];
    weights[1] = [-1.0, 1.0, 0.0, 0.0];
    weights[2] = [0.0; 4];
    weights[3] = [0.5, 0.25, 0.0, 0.0];
    weights[4] = [0.25, 0.5, 0.25, 0.0];
    let model = with_weights(&weights).model();
    assert_eq!(influences(&model, 0), [(1, 1.0)]);
    assert_eq!(influences(&model, 1), [(1, 1.0)]);
    assert_eq!(influences(&model, 2), [(0, 1.0)]);
    assert_eq!(influences(&model, 3), [(0, 2.0 / 3.0), (1, 1.0 / 3.0)]);
    assert_eq!(influences(&model, 4), [(0, 0.5), (1, 0.5)]);
    let right = [
        "weights-not-finite",
        "weights-negative",
        "weights-not-normalized",
        "weights-missing",
        "joints-doubled",
    ];
    assert_eq!(codes(&model), right);
    assert!(model.issues.iter().all(|i| i.pointer == "/meshes/0/primitives/0"));

    // As found: the doctor judges what the file says.
    let found = model.meshes[0].primitives[0].found.as_ref().unwrap();
    assert_eq!((found.set_count, found.repairs.negative), (1, 1));
    assert_eq!((found.worst_sum, found.worst_vertex), (0.0, 1));
    let raw: Vec<_> = found.of(3).collect();
    assert_eq!(raw[..2], [(0, 0.5), (1, 0.25)]);
    assert!(found.of(0).next().unwrap().1.is_nan());
    let sound = GltfBuilder::arm().model();
    let found = sound.meshes[0].primitives[0].found.as_ref().unwrap();
    assert!(
        found.sets.is_empty() && !found.repairs.any(),
        "nothing is kept twice"
    );
}

#[test]
fn joints_out_of_range_are_dropped_and_told() {
    let mut b = GltfBuilder::arm();
    let j = b.accessor("VEC4", Numbers::U16(&[0, 200, 0, 0].repeat(6)));
    b.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = j.into();
    let model = b.model();
    assert_eq!(influences(&model, 2), [(0, 1.0)]);
    assert!(codes(&model).contains(&"joints-out-of-range"));
    assert!(model.issues.iter().any(|i| i.to_string().contains("joints: 2")));
    let j = b.floats("VEC4", &[0.0; 24]);
    b.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = j.into();
    assert_eq!(b.refusal().code, "accessor-wrong-type");
}

#[test]
fn integer_weights_are_fractions_flagged_or_not() {
    for flagged in [true, false] {
        let mut b = GltfBuilder::arm();
        let w = b.accessor("VEC4", Numbers::U16(&[16384, 49151, 0, 0].repeat(6)));
        b.json["accessors"][w]["normalized"] = flagged.into();
        b.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = w.into();
        let model = b.model();
        assert!((influences(&model, 0)[0].1 - 0.75).abs() < 1e-4);
        assert!(model.issues.is_empty());
    }
}

#[test]
fn all_sets_of_influences_count() {
    let mut b = GltfBuilder::arm();
    let (j1, w1) = (
        b.accessor("VEC4", Numbers::U8(&[1; 24])),
        b.floats("VEC4", &[0.25, 0.25, 0.25, 0.25].repeat(6)),
    );
    let attributes = &mut b.json["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_1"] = j1.into();
    attributes["WEIGHTS_1"] = w1.into();
    // Vertex 0 had joint 0 alone at 1; with another 1 of joint 1 both have a half.
    let model = b.model();
    assert_eq!(influences(&model, 0), [(0, 0.5), (1, 0.5)]);
    b.json["meshes"][0]["primitives"][0]["attributes"]
        .as_object_mut()
        .unwrap()
        .remove("JOINTS_1");
    let model = b.model();
    assert_eq!(influences(&model, 0), [(0, 1.0)]);
    assert_eq!(codes(&model), ["joints-without-weights"]);
}

#[test]
fn more_than_four_influences_are_kept() {
    let mut b = GltfBuilder::arm();
    for k in 0..6 {
        b.node(json!({ "name": format!("extra {k}") }));
    }
    b.json["skins"][0] = json!({ "joints": [1, 2, 3, 4, 5, 6, 7, 8] });
    let names = [("JOINTS_0", [0, 1, 2, 3]), ("JOINTS_1", [4, 5, 6, 7])];
    for (k, (name, joints)) in names.into_iter().enumerate() {
        let j = b.accessor("VEC4", Numbers::U8(&joints.repeat(6)));
        let w = b.floats("VEC4", &[0.125; 24]);
        let attributes = &mut b.json["meshes"][0]["primitives"][0]["attributes"];
        attributes[name] = j.into();
        attributes[format!("WEIGHTS_{k}")] = w.into();
    }
    let model = b.model();
    assert_eq!(influences(&model, 5).len(), 8);
    assert!(model.skins[0].carries_weight().iter().all(|&w| w));
}

#[test]
fn a_mesh_under_two_skins_becomes_two_meshes() {
    let mut b = GltfBuilder::arm();
    b.push("skins", json!({ "joints": [2] }));
    b.node(json!({ "mesh": 0, "skin": 1 }));
    b.node(json!({ "mesh": 0, "skin": 0 }));
    b.node(json!({ "mesh": 0 }));
    let model = b.model();
    assert_eq!(model.meshes.len(), 3);
    let of: Vec<_> = model
        .instances
        .iter()
        .map(|i| (i.mesh.0, i.skin.map(|s| s.0)))
        .collect();
    assert_eq!(of, [(0, Some(0)), (1, Some(1)), (0, Some(0)), (2, None)]);
    assert!(
        model
            .meshes
            .iter()
            .all(|m| m.source.index == 0 && m.primitives[0].source.index == 0)
    );
    // Joint 1 is not in the second skin.
    assert!(codes(&model).contains(&"joints-out-of-range"));
    assert!(model.meshes[2].primitives[0].influences.is_none());
}

#[test]
fn a_skinned_node_with_a_plain_mesh_follows_its_node() {
    let mut b = GltfBuilder::triangle();
    b.push("skins", json!({ "joints": [0] }));
    b.json["nodes"][0]["skin"] = 0.into();
    let model = b.model();
    assert_eq!(codes(&model), ["skinned-without-influences"]);
    assert!(model.meshes[0].primitives[0].influences.is_none());
}

#[test]
fn joints_and_weights_without_a_skin_are_told() {
    let mut b = skinned();
    assert!(!codes(&b.model()).contains(&"influences-without-skin"));
    b.json["nodes"][0].as_object_mut().unwrap().remove("skin");
    let model = b.model();
    assert_eq!(codes(&model), ["influences-without-skin"]);
    assert!(model.meshes[0].primitives[0].influences.is_none());
}
