//! A small character for tests of the doctor, in every state of health.

use glam::{Mat4, Quat, Vec3};
use serde_json::json;

use super::{GltfBuilder, Numbers};

/// What a test may spoil before the file is written. Sound as it comes: limbs that are turned where they are bound, a
/// ring of skin at the beginning, the middle and the end of each bone, the first shared with the parent.
#[derive(Debug, Clone)]
pub(crate) struct Rig {
    /// Name, parent (an index into this list), rest transform.
    pub(crate) joints: Vec<(&'static str, Option<usize>, Vec3, Quat, Vec3)>,
    /// `skin.joints`, as indices into `joints`.
    pub(crate) order: Vec<usize>,
    /// In the order of `skin.joints`; `None`: the file has none.
    pub(crate) inverse_binds: Option<Vec<Mat4>>,
    /// Positions.
    pub(crate) positions: Vec<Vec3>,
    /// Per vertex four joints (indices into `skin.joints`) and weights.
    pub(crate) influences: Vec<[(u32, f32); 4]>,
    /// Triangles.
    pub(crate) triangles: Vec<u16>,
    /// Merged into the node that carries the mesh (node 0; the joints follow).
    pub(crate) mesh_node: serde_json::Value,
}

const SIDES: usize = 6;

impl Rig {
    /// A hip with a spine, a head, two arms of two joints and a leg of two.
    pub(crate) fn new() -> Self {
        let turn = |x: f32, y: f32, z: f32| {
            Quat::from_euler(
                glam::EulerRot::YXZ,
                y.to_radians(),
                x.to_radians(),
                z.to_radians(),
            )
        };
        let joints = vec![
            ("hips", None, Vec3::new(0.0, 1.0, 0.0), turn(0.0, 20.0, 0.0)),
            ("spine", Some(0), Vec3::new(0.0, 0.25, 0.0), turn(-10.0, 0.0, 0.0)),
            ("head", Some(1), Vec3::new(0.0, 0.4, 0.0), turn(15.0, 30.0, 0.0)),
            ("arm.l", Some(1), Vec3::new(0.2, 0.3, 0.0), turn(0.0, 0.0, -80.0)),
            ("hand.l", Some(3), Vec3::new(0.0, 0.3, 0.0), turn(25.0, 40.0, 0.0)),
            ("arm.r", Some(1), Vec3::new(-0.2, 0.3, 0.0), turn(0.0, 0.0, 80.0)),
            (
                "hand.r",
                Some(5),
                Vec3::new(0.0, 0.3, 0.0),
                turn(25.0, -40.0, 0.0),
            ),
            ("leg", Some(0), Vec3::new(0.1, -0.1, 0.0), turn(170.0, 0.0, 0.0)),
            ("foot", Some(7), Vec3::new(0.0, 0.45, 0.0), turn(-60.0, 15.0, 0.0)),
        ];
        let joints: Vec<_> = joints
            .into_iter()
            .map(|(n, p, t, r)| (n, p, t, r, Vec3::ONE))
            .collect();
        let mut rig = Self {
            order: (0..joints.len()).collect(),
            joints,
            inverse_binds: None,
            positions: Vec::new(),
            influences: Vec::new(),
            triangles: Vec::new(),
            mesh_node: json!({}),
        };
        rig.skin_over();
        rig.bind();
        rig
    }

    /// `scene_from_joint` at rest, by joint.
    pub(crate) fn world(&self) -> Vec<Mat4> {
        let mut out: Vec<Mat4> = Vec::new();
        for (_, parent, t, r, s) in &self.joints {
            let local = Mat4::from_scale_rotation_translation(*s, *r, *t);
            out.push(parent.map_or(Mat4::IDENTITY, |p| out[p]) * local);
        }
        out
    }

    /// Binds where the joints rest.
    pub(crate) fn bind(&mut self) {
        let world = self.world();
        self.inverse_binds = Some(self.order.iter().map(|&j| world[j].inverse()).collect());
    }

    /// Changes each inverse bind, by its index in the skin.
    pub(crate) fn spoil(mut self, change: impl Fn(usize, Mat4) -> Mat4) -> Self {
        let binds = self.inverse_binds.take().expect("bound");
        self.inverse_binds = Some(binds.into_iter().enumerate().map(|(i, m)| change(i, m)).collect());
        self
    }

    fn skin_over(&mut self) {
        let world = self.world();
        for (index, (_, parent, ..)) in self.joints.iter().enumerate() {
            let child = self.joints.iter().position(|j| j.1 == Some(index));
            let along = child.map_or(Vec3::new(0.0, 0.15, 0.0), |c| self.joints[c].2);
            let side = along.any_orthonormal_vector();
            for (ring, at) in [0.0_f32, 0.5, 0.95].into_iter().enumerate() {
                let first = self.positions.len() as u16;
                for k in 0..SIDES {
                    let angle = k as f32 / SIDES as f32 * std::f32::consts::TAU;
                    let out = Quat::from_axis_angle(along.normalize(), angle) * side * 0.05;
                    self.positions
                        .push(world[index].transform_point3(along * at + out));
                    let own = (
                        index as u32,
                        if ring == 0 && parent.is_some() { 0.5 } else { 1.0 },
                    );
                    let shared = parent.filter(|_| ring == 0).map_or((0, 0.0), |p| (p as u32, 0.5));
                    self.influences.push([own, shared, (0, 0.0), (0, 0.0)]);
                    if ring > 0 {
                        let (a, b) = (first + k as u16, first + ((k + 1) % SIDES) as u16);
                        let (c, d) = (a - SIDES as u16, b - SIDES as u16);
                        self.triangles.extend([a, c, d, a, d, b]);
                    }
                }
            }
        }
    }

    /// As a document; `clips` may be added to it. Joint j is node j + 1.
    pub(crate) fn builder(&self) -> GltfBuilder {
        let mut b = GltfBuilder::new();
        let flat: Vec<f32> = self.positions.iter().flat_map(Vec3::to_array).collect();
        let p = b.floats("VEC3", &flat);
        let joints: Vec<u16> = self.influences.iter().flatten().map(|i| i.0 as u16).collect();
        let weights: Vec<f32> = self.influences.iter().flatten().map(|i| i.1).collect();
        let j = b.accessor("VEC4", Numbers::U16(&joints));
        let w = b.floats("VEC4", &weights);
        let i = b.accessor("SCALAR", Numbers::U16(&self.triangles));
        let mesh = b.mesh(
            json!({ "POSITION": p, "JOINTS_0": j, "WEIGHTS_0": w }),
            json!({ "indices": i }),
        );
        let mut node = self.mesh_node.clone();
        node["mesh"] = mesh.into();
        node["skin"] = 0.into();
        node["name"] = "body".into();
        b.node(node);
        let mut roots = vec![0];
        for (index, (name, parent, t, r, s)) in self.joints.iter().enumerate() {
            let children: Vec<usize> = (0..self.joints.len())
                .filter(|&c| self.joints[c].1 == Some(index))
                .map(|c| c + 1)
                .collect();
            let mut node = json!({
                "name": name, "translation": t.to_array(), "rotation": r.to_array(), "scale": s.to_array(),
            });
            if !children.is_empty() {
                node["children"] = children.into();
            }
            b.node(node);
            if parent.is_none() {
                roots.push(index + 1);
            }
        }
        let list: Vec<usize> = self.order.iter().map(|j| j + 1).collect();
        let mut skin = json!({ "joints": list, "name": "body skin" });
        if let Some(binds) = &self.inverse_binds {
            let flat: Vec<f32> = binds.iter().flat_map(Mat4::to_cols_array).collect();
            skin["inverseBindMatrices"] = b.floats("MAT4", &flat).into();
        }
        b.push("skins", skin);
        b.push("scenes", json!({ "nodes": roots }));
        b.json["scene"] = 0.into();
        b
    }
}
