//! One vertex over a clip, under two ways to skin it.

use std::fmt::Write as _;

use glam::Vec3;

use super::compare::VertexRef;
use crate::animation::{ClipId, JointId};
use crate::model::{Model, PosedModel};
use crate::skinning::Skinning;
use crate::work::{Cancelled, Work};

/// No more instants than this: a long clip is looked at less often.
const MOST_INSTANTS: usize = 4000;

/// Where a vertex goes over a clip.
#[derive(Debug, Clone, PartialEq)]
pub struct VertexPath {
    /// Which vertex.
    pub vertex: VertexRef,
    /// What moves it, strongest first: joint and weight. Empty without a skin.
    pub influences: Vec<(JointId, f32)>,
    /// Where it is at each instant under A and under B; model space, metres.
    pub places: [Vec<Vec3>; 2],
}

impl VertexPath {
    /// How far A and B are apart at each instant, metres.
    pub fn distances(&self) -> impl Iterator<Item = f64> + '_ {
        let [a, b] = &self.places;
        a.iter().zip(b).map(|(a, b)| f64::from((*a - *b).length()))
    }
}

/// Some vertices over a clip.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VertexPaths {
    /// Seconds, ascending, from the clip's start to its end.
    pub times: Vec<f64>,
    /// One a vertex that exists, in the order in which they were asked for.
    pub paths: Vec<VertexPath>,
}

/// What moves a vertex: joint and weight, strongest first; `None` if there is no such vertex.
pub fn influences_of(model: &Model, vertex: VertexRef) -> Option<Vec<(JointId, f32)>> {
    let instance = model.instances.get(vertex.instance.0 as usize)?;
    let mesh = model.meshes.get(instance.mesh.0 as usize)?;
    let primitive = mesh.primitives.get(vertex.primitive as usize)?;
    let index = vertex.vertex as usize;
    if index >= primitive.vertex_count() {
        return None;
    }
    let skin = instance.skin.and_then(|s| model.skins.get(s.0 as usize));
    let (Some(skin), Some(influences)) = (skin, &primitive.influences) else {
        return Some(Vec::new());
    };
    let joints = skin.joints();
    let of = influences.of(index).filter(|i| i.weight > 0.0);
    let mut all: Vec<(JointId, f32)> = of
        .filter_map(|i| Some((*joints.get(i.joint as usize)?, i.weight)))
        .collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    Some(all)
}

/// Follows `vertices` through a clip at about `fps` instants a second, both ends included. `mask` is that of
/// [`PosedModel::joint_mask`].
///
/// # Errors
/// If `work` is cancelled.
pub fn vertex_paths(
    model: &Model,
    clip: ClipId,
    vertices: &[VertexRef],
    skinnings: [Skinning; 2],
    mask: &[f32],
    fps: f64,
    work: &Work,
) -> Result<VertexPaths, Cancelled> {
    let duration = model
        .clip(clip)
        .map_or(0.0, crate::animation::Clip::duration_secs);
    let steps = ((duration * fps).round().max(1.0) as usize).min(MOST_INSTANTS - 1);
    let paths = vertices
        .iter()
        .filter_map(|&vertex| {
            Some(VertexPath {
                vertex,
                influences: influences_of(model, vertex)?,
                places: [Vec::new(), Vec::new()],
            })
        })
        .collect();
    let dual = skinnings.iter().any(|s| s.method.needs_dual_quaternions());
    let mut posed = PosedModel::default();
    posed.joint_mask.extend_from_slice(mask);
    let mut out = VertexPaths {
        times: Vec::with_capacity(steps + 1),
        paths,
    };
    work.progress.start(steps as u64 + 1);
    for step in 0..=steps {
        work.cancel.check()?;
        let secs = duration * step as f64 / steps as f64;
        out.times.push(secs);
        posed.set_clips(model, Some((clip, secs)), None, dual);
        for path in &mut out.paths {
            let instance = &model.instances[path.vertex.instance.0 as usize];
            let primitive = &model.mesh(instance.mesh).primitives[path.vertex.primitive as usize];
            for (places, skinning) in path.places.iter_mut().zip(skinnings) {
                let at = posed.vertex(instance, primitive, skinning, path.vertex.vertex as usize);
                places.push(at.position);
            }
        }
        work.progress.add(1);
    }
    Ok(out)
}

impl VertexPaths {
    /// All of it as a table: a row an instant and vertex, with what moves the vertex behind it as `joint weight` pairs.
    /// Metres, model space plus the model's origin; RFC 4180.
    pub fn csv(&self, model: &Model) -> String {
        let mut out = String::from(
            "time_secs,instance,primitive,vertex,a_x,a_y,a_z,b_x,b_y,b_z,distance,influences\r\n",
        );
        let origin = model.origin;
        for path in &self.paths {
            let influences: Vec<String> = path
                .influences
                .iter()
                .map(|(joint, weight)| format!("{} {weight}", model.joint_label(*joint)))
                .collect();
            let influences = influences.join("; ").replace('"', "\"\"");
            let [a, b] = &path.places;
            for ((secs, a), b) in self.times.iter().zip(a).zip(b) {
                let id = path.vertex;
                let [a_in, b_in] = [a, b].map(|p| p.as_dvec3() + origin);
                // Writing into a text cannot fail.
                let _ = write!(
                    out,
                    "{secs},{},{},{},{},{},{},{},{},{},{},\"{influences}\"\r\n",
                    id.instance.0,
                    id.primitive,
                    id.vertex,
                    a_in.x,
                    a_in.y,
                    a_in.z,
                    b_in.x,
                    b_in.y,
                    b_in.z,
                    (*a - *b).length(),
                );
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Clip, Interpolation, Keys, SkeletonBuilder, Target, Track};
    use crate::math::Transform;
    use crate::model::{InstanceId, Mesh, MeshId, MeshInstance, Primitive};
    use crate::skinning::SkinningMethod;

    /// A mesh without a skin on a joint that moves a metre a second.
    fn model() -> Model {
        let mut b = SkeletonBuilder::new();
        b.node(Some("Cart".into()), None, Transform::IDENTITY);
        let (skeleton, of) = b.build().unwrap();
        let keys = Keys::new(
            [0.0, 1.0].into(),
            vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            3,
            Interpolation::Linear,
        )
        .unwrap();
        let target = Target::Translation(of[0]);
        Model {
            meshes: vec![Mesh {
                primitives: vec![Primitive {
                    positions: vec![Vec3::ZERO, Vec3::Y].into(),
                    ..Primitive::default()
                }],
                ..Mesh::default()
            }],
            instances: vec![MeshInstance {
                joint: of[0],
                mesh: MeshId(0),
                skin: None,
                morph_weights: 0..0,
                copies: 0..0,
                visible: true,
            }],
            clips: vec![Clip::new(None, vec![Track { target, keys }])],
            skeleton,
            ..Model::default()
        }
    }

    #[test]
    fn a_vertex_is_followed_and_told_as_a_table() {
        let model = model();
        let vertex = |vertex| VertexRef {
            instance: InstanceId(0),
            primitive: 0,
            vertex,
        };
        let skinnings = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion].map(Into::into);
        let work = Work::alone();
        let ids = [vertex(1), vertex(9)];
        let found = vertex_paths(&model, ClipId(0), &ids, skinnings, &[], 2.0, &work).unwrap();
        assert_eq!(found.times, [0.0, 0.5, 1.0]);
        let [path] = &found.paths[..] else {
            panic!("one of the two exists")
        };
        assert_eq!(
            path.places[0],
            [Vec3::Y, Vec3::new(0.5, 1.0, 0.0), Vec3::new(1.0, 1.0, 0.0)]
        );
        assert!(path.distances().all(|d| d == 0.0));
        let csv = found.csv(&model);
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[2], "0.5,0,0,1,0.5,1,0,0.5,1,0,0,\"\"");
        work.cancel.cancel();
        assert!(vertex_paths(&model, ClipId(0), &ids, skinnings, &[], 2.0, &work).is_err());
    }
}
