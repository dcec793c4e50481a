//! Import: hierarchy, transforms, scenes, instances, origin.

use glam::{Affine3A, Quat, Vec3};
use rigscope::animation::JointId;
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::SkinningMethod;
use serde_json::json;

use super::support::{GltfBuilder, codes};

/// The joint of a node of the file.
fn joint_of(model: &Model, node: u32) -> JointId {
    let found = model
        .joint_sources
        .iter()
        .position(|s| s.index == node)
        .expect("every node is a joint");
    JointId(found as u32)
}

#[test]
fn children_before_parents_and_names_of_every_kind() {
    let mut b = GltfBuilder::new();
    b.node(json!({ "name": "ตัวละคร", "translation": [0, 0, 3] }));
    b.node(json!({ "name": "", "translation": [0, 0, 1], "children": [2] }));
    b.node(json!({ "name": "same", "translation": [0, 0, 2], "children": [0] }));
    b.node(json!({ "name": "same" }));
    b.node(json!({}));
    let model = b.model();
    let at = |node| {
        model
            .skeleton
            .rest_model_pose()
            .model_from_joint(joint_of(&model, node))
            .translation
            .z
    };
    assert_eq!([at(0), at(1), at(2)], [6.0, 1.0, 3.0]);
    assert_eq!(model.skeleton.name(joint_of(&model, 0)), Some("ตัวละคร"));
    assert_eq!(model.joint_label(joint_of(&model, 1)), "node 1");
    assert_eq!(
        model.joint_sources[joint_of(&model, 3).index()].pointer,
        "/nodes/3"
    );
}

#[test]
fn circles_and_two_parents_are_refused() {
    let mut b = GltfBuilder::new();
    for children in [json!([1]), json!([2]), json!([0])] {
        b.node(json!({ "children": children }));
    }
    assert_eq!(b.refusal().code, "node-cycle");
    b.json["nodes"] = json!([{ "children": [0] }]);
    assert_eq!(b.refusal().code, "node-cycle");
    b.json["nodes"] = json!([{ "children": [2] }, { "children": [2], "name": "other" }, {}]);
    let issue = b.refusal();
    assert_eq!(
        (issue.code, issue.pointer.as_str()),
        ("node-two-parents", "/nodes/1/children/0")
    );
    assert!(issue.to_string().contains("other"));
    b.json["nodes"] = json!([{ "children": [1, 1, 9] }, {}]);
    let model = b.model();
    assert_eq!(codes(&model)[..2], ["reference-out-of-range", "node-child-twice"]);
}

#[test]
fn a_chain_of_thirty_thousand_is_walked_without_recursion() {
    let mut b = GltfBuilder::arm();
    let first = b.json["nodes"].as_array().unwrap().len();
    for k in 0..30_000 {
        b.node(if k < 29_999 {
            json!({ "children": [first + k + 1] })
        } else {
            json!({})
        });
    }
    b.json["nodes"][1]["children"] = json!([2, first]);
    let model = b.model();
    assert_eq!(model.skeleton.len(), first + 30_000);
    assert_eq!(model.scenes[0].joints.len(), first + 30_000);
}

#[test]
fn a_matrix_is_split_and_shear_is_told() {
    let rotation = Quat::from_xyzw(0.1, 0.7, -0.2, 0.5).normalize();
    let right = Affine3A::from_scale_rotation_translation(
        Vec3::new(-2.0, 1.0, 0.5),
        rotation,
        Vec3::new(1.0, 2.0, 3.0),
    );
    let matrix = glam::Mat4::from(right).to_cols_array();
    let mut b = GltfBuilder::new();
    b.node(json!({ "matrix": matrix }));
    let model = b.model();
    assert!(
        model
            .skeleton
            .rest(JointId(0))
            .to_affine()
            .abs_diff_eq(right, 1e-5)
    );
    assert_eq!(codes(&model), ["scene-without-meshes"]);
    let mut sheared = matrix;
    sheared[4] += 0.5;
    b.json["nodes"][0]["matrix"] = json!(sheared);
    assert_eq!(codes(&b.model())[0], "node-matrix-shear");
    let mut projective = matrix;
    projective[3] = 0.5;
    b.json["nodes"][0]["matrix"] = json!(projective);
    assert_eq!(codes(&b.model())[0], "node-matrix-not-affine");
    b.json["nodes"][0]["matrix"][0] = json!(1e30);
    assert_eq!(b.refusal().code, "node-transform-not-finite");
}

#[test]
fn transforms_that_cannot_be_are_refused_and_rotations_normalised() {
    for (part, value) in [
        ("translation", json!([1e30, 0, 0])),
        ("scale", json!([1e27, 1, 1])),
        ("rotation", json!([0, 0, 0, 1e30])),
    ] {
        let mut b = GltfBuilder::new();
        b.node(json!({ part: value }));
        let issue = b.refusal();
        assert_eq!(
            (issue.code, issue.pointer),
            ("node-transform-not-finite", format!("/nodes/0/{part}"))
        );
    }
    let mut b = GltfBuilder::new();
    b.node(json!({ "rotation": [0, 0, 0, 0] }));
    b.node(json!({ "rotation": [0, 0, 2, 0] }));
    b.node(json!({ "rotation": [0, 0, 0.707, 0.707] }));
    let model = b.model();
    assert_eq!(model.skeleton.rest(joint_of(&model, 0)).rotation, Quat::IDENTITY);
    assert_eq!(
        model.skeleton.rest(joint_of(&model, 1)).rotation,
        Quat::from_xyzw(0.0, 0.0, 1.0, 0.0)
    );
    assert!((model.skeleton.rest(joint_of(&model, 2)).rotation.length() - 1.0).abs() < 1e-6);
    assert_eq!(codes(&model)[..2], ["node-rotation-not-normalized"; 2]);
    // Each is fine, all together are not.
    let mut b = GltfBuilder::new();
    for k in 0..8 {
        b.node(json!({ "scale": [1e14, 1e14, 1e14], "children": if k < 7 { vec![k + 1] } else { vec![] } }));
    }
    assert_eq!(b.refusal().code, "node-transform-not-finite");
}

#[test]
fn every_scene_is_there_and_the_default_one_shows() {
    let mut b = GltfBuilder::triangle();
    b.node(json!({ "mesh": 0, "children": [2] }));
    b.node(json!({ "mesh": 0 }));
    b.push("scenes", json!({ "name": "one", "nodes": [0] }));
    b.push("scenes", json!({ "nodes": [1] }));
    let of = |b: &GltfBuilder| {
        let model = b.model();
        let scene = model.scene(model.default_scene).unwrap().clone();
        (
            model.scenes.len(),
            scene.name,
            scene.instances.len(),
            scene.joints.len(),
        )
    };
    assert_eq!(of(&b), (2, Some("one".to_owned()), 1, 1));
    b.json["scene"] = 1.into();
    assert_eq!(of(&b), (2, None, 2, 2));
    b.json["scene"] = 7.into();
    assert_eq!(of(&b).2, 1);
    assert_eq!(codes(&b.model()), ["reference-out-of-range"]);
    b.json["scene"] = 0.into();
    b.json["scenes"][0]["nodes"] = json!([2, 2, 99]);
    assert_eq!((of(&b).2, of(&b).3), (1, 1));
    assert!(codes(&b.model()).contains(&"scene-node-not-root"));
    b.json.as_object_mut().unwrap().remove("scenes");
    b.json.as_object_mut().unwrap().remove("scene");
    assert_eq!(of(&b), (1, None, 3, 3));
}

#[test]
fn broken_references_of_nodes_leave_the_rest() {
    let mut b = GltfBuilder::arm();
    b.node(json!({ "mesh": 9 }));
    b.node(json!({ "mesh": 0, "skin": 9 }));
    b.json["scenes"][0]["nodes"] = json!([0, 1, 3, 4]);
    let model = b.model();
    assert_eq!(model.instances.len(), 2);
    assert_eq!(
        (
            model.instances[1].skin,
            model.meshes[1].primitives[0].influences.is_some()
        ),
        (None, false)
    );
    // What names a skin that is not there has none.
    let broken = "reference-out-of-range";
    assert_eq!(codes(&model), [broken, broken, "influences-without-skin"]);
}

#[test]
fn a_model_far_out_is_brought_near_with_its_clips() {
    let far = [1.0e6 + 0.25, -3.0, 5.0e5 + 0.125];
    let mut b = GltfBuilder::arm();
    b.json["nodes"][1]["translation"] = json!(far);
    let t: Vec<f32> = [far, [far[0] + 1.0, far[1], far[2]]]
        .concat()
        .iter()
        .map(|&v| v as f32)
        .collect();
    b.clip(1, "translation", "LINEAR", &[0.0, 1.0], ("VEC3", &t));
    let spline: Vec<f32> = [[7.0; 3], [t[0], t[1], t[2]], [9.0; 3]].concat();
    b.clip(1, "translation", "CUBICSPLINE", &[0.0], ("VEC3", &spline));
    let model = b.model();
    assert!(model.origin.length() > 1e6);
    let root = joint_of(&model, 1);
    let rest = model.skeleton.rest(root).translation;
    assert!(rest.length() < 4.0);
    for (k, right) in far.iter().enumerate() {
        // The document's numbers in full, not rounded to 32 bits on the way.
        assert_eq!(f64::from(rest[k]) + model.origin[k], *right);
    }
    let posed = PosedModel::at_rest(&model);
    let instance = &model.instances[0];
    let vertex = posed.vertex(
        instance,
        &model.meshes[0].primitives[0],
        SkinningMethod::LinearBlend,
        4,
    );
    let world = vertex.position.as_dvec3() + model.origin;
    assert!((world - glam::DVec3::new(far[0] - 0.5, far[1] + 2.0, far[2])).length() < 1e-5);
    let moved = model.clips[1].tracks()[0].keys.value(1);
    assert!((f64::from(moved[0]) + model.origin.x - f64::from(t[3])).abs() < 1e-6);
    let keys = &model.clips[2].tracks()[0].keys;
    assert_eq!(
        (keys.in_tangent(0).unwrap(), keys.out_tangent(0).unwrap()),
        (&[7.0; 3][..], &[9.0; 3][..])
    );
    assert!((f64::from(keys.value(0)[2]) + model.origin.z - f64::from(t[2])).abs() < 1e-6);
}

#[test]
fn a_model_near_its_origin_stays_bit_for_bit() {
    let mut b = GltfBuilder::arm();
    b.json["nodes"][1]["translation"] = json!([100.0, 0.1, 0.0]);
    let model = b.model();
    assert_eq!(model.origin, glam::DVec3::ZERO);
    assert_eq!(
        model.skeleton.rest(joint_of(&model, 1)).translation,
        Vec3::new(100.0, 0.1, 0.0)
    );
}
