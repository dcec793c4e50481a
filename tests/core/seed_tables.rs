//! The chapter's tables through the whole program: its rig as a file, imported, posed, dumped.
//!
//! Tolerance 1e-4 (angles 0.01 degrees), as the tables have four decimals.

#![allow(clippy::unwrap_used, reason = "a test may")]

use glam::{DMat4, DVec3, Vec3};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::{InstanceDump, PoseDump, PoseRequest, posed_vertices};
use rigscope::model::Model;
use rigscope::skinning::SkinningMethod::{self, DualQuaternion, LinearBlend};
use rigscope::work::Work;

/// Nodes of the file, in its order.
const SHOULDER: u32 = 1;
const ELBOW: u32 = 2;
const ROTATED_ARM: u32 = 3;
/// The second rig stands this far back.
const BEHIND: f64 = -1.0;

fn rig() -> Model {
    let sample = rigscope::samples::find("chapter_rig").unwrap();
    let options = ImportOptions::default();
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    model
}

fn clip(model: &Model, name: &str) -> rigscope::animation::ClipId {
    model
        .clip_ids()
        .find(|&c| model.clip(c).unwrap().name().is_some_and(|n| n.starts_with(name)))
        .unwrap()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "a request reads best where it is made"
)]
fn pose(model: &Model, request: PoseRequest) -> PoseDump {
    let posed = request.pose(model);
    let vertices = posed_vertices(
        model,
        &posed,
        model.default_scene,
        request.skinning,
        &Work::alone(),
    )
    .unwrap();
    PoseDump::new(model, &posed, &request, &vertices).unwrap()
}

fn at(model: &Model, name: &str, time_secs: f64, method: SkinningMethod) -> PoseDump {
    pose(
        model,
        PoseRequest {
            clip: Some(clip(model, name)),
            time_secs,
            skinning: method.into(),
            ..PoseRequest::default()
        },
    )
}

fn matrix(dump: &PoseDump, node: u32) -> DMat4 {
    DMat4::from_cols_slice(&dump.nodes[&node].0)
}

/// The table's vertices: the primitive of points at a node.
fn points(dump: &PoseDump, node: u32) -> &InstanceDump {
    dump.instances
        .iter()
        .find(|i| i.node == node && i.primitive == 0)
        .unwrap()
}

#[track_caller]
fn assert_near(got: DVec3, right: [f64; 3]) {
    assert!(
        (got - DVec3::from_array(right)).abs().max_element() < 1e-4,
        "{got}, not {right:?}"
    );
}

#[track_caller]
fn assert_vertex(dump: &PoseDump, vertex: usize, right: [f64; 3]) {
    assert_near(
        DVec3::from_slice(&points(dump, 0).positions.0[3 * vertex..]),
        right,
    );
}

/// Degrees by which a node is turned about an axis of its own, -180 to 180.
fn turned(dump: &PoseDump, node: u32, axis: DVec3) -> f64 {
    let q = glam::DQuat::from_mat4(&matrix(dump, node));
    let degrees = 2.0 * q.xyz().dot(axis).atan2(q.w).to_degrees();
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

#[test]
fn table_a_sampling() {
    let model = rig();
    let check = |name: &str, node: u32, axis: DVec3, pairs: &[(f64, f64)]| {
        for &(time, right) in pairs {
            let got = turned(&at(&model, name, time, LinearBlend), node, axis);
            assert!((got - right).abs() < 0.01, "{name} at {time}: {got}, not {right}");
        }
    };
    let keys = [
        (0.05, 25.0),
        (0.13, 65.0),
        (0.2, 100.0),
        (0.27, 68.5),
        (0.3, 55.0),
        (0.5, 10.0),
        (-1.0, 0.0),
    ];
    check("A elbow keys", ELBOW, DVec3::Z, &keys);
    check(
        "A turn about Y",
        SHOULDER,
        DVec3::Y,
        &[(0.25, 22.5), (0.75, 67.5)],
    );
    check("A late first key", ELBOW, DVec3::Z, &[(0.0, 0.0), (1.5, 50.0)]);
    check("A flipped sign", ELBOW, DVec3::Z, &[(0.1, 50.0)]);
}

#[test]
fn table_b_local_to_world_and_the_side_of_the_inverse_bind() {
    let model = rig();
    let rest = pose(&model, PoseRequest::default());
    for (vertex, x) in [1.0, 1.2, 1.2, 1.2, 1.2, 1.2, 2.0, 2.0].into_iter().enumerate() {
        assert_vertex(&rest, vertex, [x, 0.0, 0.0]);
    }
    let posed = at(&model, "B ", 1.0, LinearBlend);
    assert_near(matrix(&posed, ELBOW).w_axis.truncate(), [0.0, 1.0, 0.0]);
    assert_vertex(&posed, 0, [0.0, 1.0, 0.0]);
}

#[test]
fn table_c_the_blends() {
    let model = rig();
    let lbs = at(&model, "C ", 1.0, LinearBlend);
    let rows = [
        [-0.0, 1.0, 0.0],
        [0.0, 1.2, 0.0],
        [-0.1, 1.1732, 0.0],
        [-0.05, 1.1866, 0.0],
        [-0.0750, 1.1799, 0.0],
        [-0.0250, 1.1933, 0.0],
        [-0.5, 1.8660, 0.0],
        [0.0, 2.0, 0.0],
    ];
    for (vertex, right) in rows.into_iter().enumerate() {
        assert_vertex(&lbs, vertex, right);
    }
    let dqs = at(&model, "C ", 1.0, DualQuaternion);
    assert_vertex(&dqs, 3, [-0.0518, 1.1932, 0.0]);
    // One influence: the same in both methods.
    for vertex in [0, 1, 2, 6, 7] {
        assert_vertex(&dqs, vertex, rows[vertex]);
    }
}

#[test]
fn table_d_a_rotated_bind() {
    let model = rig();
    let check = |dump: &PoseDump, right: [f64; 2]| {
        let got = DVec3::from_slice(&points(dump, ROTATED_ARM).positions.0);
        assert_near(got, [right[0], right[1], BEHIND]);
    };
    for method in [LinearBlend, DualQuaternion] {
        check(
            &pose(
                &model,
                PoseRequest {
                    skinning: method.into(),
                    ..PoseRequest::default()
                },
            ),
            [1.5, 0.0],
        );
        check(&at(&model, "D ", 1.0, method), [-0.25, 1.4330]);
    }
}

#[test]
fn table_e_a_fade_of_local_poses() {
    let model = rig();
    let half = |name: &str| {
        pose(
            &model,
            PoseRequest {
                blend: Some((clip(&model, name), 1.0, 0.5)),
                ..PoseRequest::default()
            },
        )
    };
    let turn = half("E ");
    assert!((turned(&turn, SHOULDER, DVec3::Z) - 85.0).abs() < 0.01);
    assert!(
        (matrix(&turn, SHOULDER).x_axis.length() - 1.0).abs() < 1e-6,
        "the length is kept"
    );
    assert_vertex(&half("C "), 6, [1.2071, 1.5731, 0.0]);
}

/// The one number of the chapter that shows what dual quaternions are for.
#[test]
fn half_way_between_joints_170_degrees_apart_linear_blending_keeps_9_per_cent() {
    let sample = rigscope::samples::find("twist_bar").unwrap();
    let options = ImportOptions::default();
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let clip = model.opening_clip().unwrap();
    assert_eq!(
        model.clip(clip).unwrap().name(),
        Some("Twist"),
        "it is what one sees first"
    );
    let share = |method: SkinningMethod| {
        let request = PoseRequest {
            clip: Some(clip),
            time_secs: 2.0,
            skinning: method.into(),
            ..PoseRequest::default()
        };
        let posed = request.pose(&model);
        let vertices = posed_vertices(&model, &posed, model.default_scene, method, &Work::alone()).unwrap();
        let mut seen = 0;
        let mut shares = (f32::MAX, 0.0_f32);
        for part in &vertices {
            let instance = &model.instances[part.instance.0 as usize];
            let primitive = &model.mesh(instance.mesh).primitives[part.primitive];
            let Some(influences) = &primitive.influences else {
                continue;
            };
            for (v, vertex) in part.vertices.iter().enumerate() {
                if influences.weights4()[v][..2] == [0.5, 0.5] {
                    let radius = |p: Vec3| p.with_y(0.0).length();
                    let share = radius(vertex.position) / radius(primitive.positions[v]);
                    shares = (shares.0.min(share), shares.1.max(share));
                    seen += 1;
                }
            }
        }
        assert!(seen >= 48, "a whole ring lies at the joint: {seen}");
        shares
    };
    let lbs = share(LinearBlend);
    let right = 85_f64.to_radians().cos() as f32;
    assert!(
        (lbs.0 - right).abs() < 1e-4 || (lbs.1 - right).abs() < 1e-4,
        "{lbs:?}"
    );
    let dqs = share(DualQuaternion);
    assert!(
        (dqs.0 - 1.0).abs() < 1e-4 && (dqs.1 - 1.0).abs() < 1e-4,
        "{dqs:?}"
    );
}
