//! A model far from the origin is brought near it, so that `f32` is fine behind the importer.

use glam::DVec3;
use serde::Deserialize;

use crate::animation::{Clip, JointId, Keys, Target, Track};
use crate::model::{Model, PosedModel, quick_bounds};
use crate::skinning::SkinningMethod;

/// A model this many times its own size away counts as far: an `f32` there is worth less than 1e-4 of its size.
const FAR: f64 = 1000.0;

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    nodes: Vec<Node>,
}

/// A node's translation in full precision.
#[derive(Deserialize)]
struct Node {
    translation: Option<[f64; 3]>,
    matrix: Option<[f64; 16]>,
}

impl Node {
    fn translation(&self) -> DVec3 {
        match (self.matrix, self.translation) {
            (Some(m), _) => DVec3::new(m[12], m[13], m[14]),
            (None, t) => DVec3::from_array(t.unwrap_or_default()),
        }
    }
}

/// Subtracts an origin from every root and its translation tracks if the model at rest stands far out.
///
/// `text` is the file's JSON, read again for the roots' translations in double precision.
pub(super) fn bring_near(model: &mut Model, text: &[u8]) {
    let Some(origin) = choose(model) else { return };
    let Ok(document) = serde_json::from_slice::<Document>(text) else {
        return;
    };
    let roots: Vec<JointId> = model
        .skeleton
        .joints()
        .filter(|&j| model.skeleton.parent(j).is_none())
        .collect();
    for &root in &roots {
        let Some(node) = document
            .nodes
            .get(model.joint_sources[root.index()].index as usize)
        else {
            return;
        };
        let mut rest = model.skeleton.rest(root);
        rest.translation = (node.translation() - origin).as_vec3();
        model.skeleton.set_rest(root, rest);
    }
    for clip in &mut model.clips {
        if clip.tracks().iter().any(|t| moves_a_root(t, &roots)) {
            let tracks = clip.tracks().iter().map(|t| moved(t, &roots, origin)).collect();
            *clip = Clip::new(clip.name().map(str::to_owned), tracks);
        }
    }
    model.origin = origin;
}

/// The middle of the model, rounded to a power of two about its size, so that it is exact in `f32`, too.
fn choose(model: &Model) -> Option<DVec3> {
    let posed = PosedModel::at_rest(model);
    let bounds = quick_bounds(model, &posed, model.default_scene, SkinningMethod::LinearBlend);
    let (center, size) = (bounds.center().as_dvec3(), f64::from(bounds.diagonal()));
    let far = size > 0.0 && size.is_finite() && center.is_finite() && center.length() > FAR * size;
    if !far {
        return None;
    }
    let mut step = 1.0;
    while step > size {
        step *= 0.5;
    }
    while 2.0 * step <= size {
        step *= 2.0;
    }
    Some((center / step).round() * step)
}

fn moves_a_root(track: &Track, roots: &[JointId]) -> bool {
    matches!(track.target, Target::Translation(joint) if roots.binary_search(&joint).is_ok())
}

fn moved(track: &Track, roots: &[JointId], origin: DVec3) -> Track {
    if !moves_a_root(track, roots) {
        return track.clone();
    }
    let keys = &track.keys;
    let mut values = keys.values().to_vec();
    // Of a spline's three elements a key only the middle one is a place; tangents are differences.
    let (step, at) = if keys.in_tangent(0).is_some() {
        (9, 3)
    } else {
        (3, 0)
    };
    for key in values.chunks_exact_mut(step) {
        for (value, offset) in key[at..at + 3].iter_mut().zip(origin.to_array()) {
            *value = (f64::from(*value) - offset) as f32;
        }
    }
    match Keys::new(keys.times().into(), values, keys.width(), keys.interpolation()) {
        Ok(keys) => Track {
            target: track.target.clone(),
            keys,
        },
        Err(_) => track.clone(),
    }
}
