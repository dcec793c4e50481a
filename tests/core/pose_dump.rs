//! The pose dump: file indices, digits, and what must not be in it.

#![allow(clippy::unwrap_used, reason = "a test may")]

use glam::{DVec3, Vec3};
use rigscope::animation::SkeletonBuilder;
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::{Numbers, PoseDump, PoseRequest, posed_vertices};
use rigscope::math::Transform;
use rigscope::model::{Mesh, MeshInstance, Model, Primitive, Scene, Source};
use rigscope::skinning::SkinningMethod;
use rigscope::work::{CancelToken, Work, Workers};

/// One mesh of one vertex, carried by the last of three nodes that stand in the file in the order child, root, other.
fn model(vertex: Vec3, origin: DVec3) -> Model {
    let mut b = SkeletonBuilder::new();
    b.node(
        None,
        Some(1),
        Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
    );
    b.node(
        None,
        None,
        Transform {
            translation: Vec3::X,
            ..Transform::IDENTITY
        },
    );
    b.node(None, None, Transform::IDENTITY);
    let (skeleton, joints) = b.build().unwrap();
    let mut joint_sources = vec![Source::default(); 3];
    for (node, joint) in joints.iter().enumerate() {
        joint_sources[joint.index()] = Source::element("nodes", node);
    }
    let primitive = Primitive {
        positions: vec![vertex].into(),
        source: Source::element("p", 4),
        ..Primitive::default()
    };
    let mesh = Mesh {
        primitives: vec![primitive],
        source: Source::element("meshes", 7),
        ..Mesh::default()
    };
    let instance = |joint| MeshInstance {
        joint,
        mesh: rigscope::model::MeshId(0),
        skin: None,
        morph_weights: 0..0,
        copies: 0..0,
        visible: true,
    };
    Model {
        skeleton,
        joint_sources,
        meshes: vec![mesh],
        instances: vec![instance(joints[2]), instance(joints[0])],
        scenes: vec![Scene {
            instances: vec![rigscope::model::InstanceId(0), rigscope::model::InstanceId(1)],
            joints,
            ..Scene::default()
        }],
        origin,
        ..Model::default()
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "a request reads best where it is made"
)]
fn dump(model: &Model, request: PoseRequest) -> Result<PoseDump, rigscope::inspect::NotFinite> {
    let posed = request.pose(model);
    let vertices = posed_vertices(
        model,
        &posed,
        model.default_scene,
        request.skinning,
        &Work::alone(),
    )
    .unwrap();
    PoseDump::new(model, &posed, &request, &vertices)
}

#[test]
fn indices_are_the_files_own_and_instances_come_by_node() {
    let d = dump(&model(Vec3::Z, DVec3::ZERO), PoseRequest::default()).unwrap();
    let places: Vec<_> = d
        .instances
        .iter()
        .map(|i| (i.node, i.mesh, i.primitive))
        .collect();
    assert_eq!(places, [(0, 7, 4), (2, 7, 4)]);
    assert_eq!(d.instances[0].positions.0, [1.0, 1.0, 1.0]);
    assert_eq!(d.nodes[&0].0[12..], [1.0, 1.0, 0.0, 1.0]);
    assert_eq!(d.nodes[&1].0[12..], [1.0, 0.0, 0.0, 1.0]);
    let json = serde_json::to_value(&d).unwrap();
    assert_eq!(json["format"], "posedump-1");
    assert!(json["clip"].is_null() && json["instances"][0]["indices"].is_null());
    assert!(json.get("blend").is_none() && json["instances"][0].get("normals").is_none());
    assert_eq!(
        serde_json::from_value::<PoseDump>(json).unwrap(),
        d,
        "it reads back"
    );
}

#[test]
fn normals_and_tangents_come_when_asked_for() {
    let request = PoseRequest {
        normals: true,
        tangents: true,
        ..PoseRequest::default()
    };
    let d = dump(&model(Vec3::Z, DVec3::ZERO), request).unwrap();
    assert_eq!(d.instances[0].normals.as_ref().unwrap().0.len(), 3);
    assert_eq!(d.instances[0].tangents.as_ref().unwrap().0.len(), 4);
}

#[test]
fn numbers_have_the_digits_they_need_and_no_more() {
    let json = |v: f64| serde_json::to_string(&Numbers(vec![v])).unwrap();
    assert_eq!(json(f64::from(0.1_f32)), "[0.1]");
    assert_eq!(json(100_000.000_001), "[100000.000001]");
    let far = dump(
        &model(Vec3::new(0.125, 0.1, 0.0), DVec3::new(1e5, 0.0, 1e-9)),
        PoseRequest::default(),
    )
    .unwrap();
    let p = &far.instances[1].positions.0;
    assert!(
        (p[0] - 100_000.125).abs() < 1e-12 && (p[1] - 0.1).abs() < 1e-8,
        "{p:?}"
    );
    assert_eq!(far.nodes[&2].0[12], 1e5);
}

#[test]
fn what_is_not_finite_is_refused_by_name() {
    let error = dump(
        &model(Vec3::new(0.0, f32::INFINITY, 0.0), DVec3::ZERO),
        PoseRequest::default(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "vertex 0 of primitive 4 at node 2 is not finite"
    );
}

#[test]
fn the_same_bits_with_any_number_of_threads_and_an_end_when_cancelled() {
    let sample = rigscope::samples::find("twist_bar").unwrap();
    let options = ImportOptions::default();
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap();
    let method = SkinningMethod::DualQuaternion;
    let request = PoseRequest {
        clip: model.opening_clip(),
        time_secs: 1.3,
        skinning: method.into(),
        ..PoseRequest::default()
    };
    let posed = request.pose(&model);
    let with = |work: &Work| posed_vertices(&model, &posed, model.default_scene, method, work);
    let one = with(&Work::alone()).unwrap();
    let five = with(&Work {
        workers: Workers::new(5),
        ..Work::alone()
    })
    .unwrap();
    assert_eq!(one, five);
    let cancel = CancelToken::default();
    cancel.cancel();
    assert!(
        with(&Work {
            cancel,
            ..Work::alone()
        })
        .is_err()
    );
}
