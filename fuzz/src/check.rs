//! What must hold of whatever comes out of the importer.

use rigscope::import::{ImportError, ImportOptions, import_bytes};
use rigscope::inspect::doctor;
use rigscope::model::{Model, PosedModel, opening_bounds};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;

/// What a file may expand to. Small, so that what takes long does so for a bad reason.
pub const BUDGET_BYTES: u64 = 4 << 20;

/// Vertices that are posed of each primitive.
const VERTICES: usize = 256;

/// A model or a refusal with a code, never anything else.
pub fn import(bytes: Vec<u8>) -> Option<Model> {
    let options = ImportOptions {
        max_memory_bytes: BUDGET_BYTES,
    };
    match import_bytes("fuzz.glb", bytes, None, &options, &Work::alone()) {
        Ok(model) => Some(model),
        Err(ImportError::Refused(issue)) => {
            assert!(!issue.code.is_empty());
            None
        }
        Err(ImportError::Cancelled) => panic!("nobody cancelled"),
    }
}

/// Everything in the model is finite and every index leads somewhere.
pub fn sound(model: &Model) {
    for mesh in &model.meshes {
        for primitive in &mesh.primitives {
            let count = primitive.vertex_count();
            assert!(primitive.positions.iter().all(|p| p.is_finite()));
            if let Some(normals) = &primitive.normals {
                assert!(normals.len() == count && normals.iter().all(|n| n.is_normalized()));
            }
            if let Some(tangents) = &primitive.tangents {
                assert!(tangents.len() == count && tangents.iter().all(|t| t.is_finite()));
            }
            for uvs in primitive.uvs.iter().flatten() {
                assert!(uvs.len() == count && uvs.iter().all(|uv| uv.is_finite()));
            }
            if let Some(indices) = &primitive.indices {
                assert!(indices.iter().all(|&i| (i as usize) < count));
            }
            if let Some(influences) = &primitive.influences {
                assert_eq!(influences.len(), count);
                for weights in influences.weights4() {
                    assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)));
                }
            }
        }
    }
    for clip in &model.clips {
        assert!(clip.duration_secs().is_finite() && clip.duration_secs() >= 0.0);
    }
}

/// Poses every clip at five times, by both methods, and the rest pose.
pub fn pose(model: &Model) {
    let clips = std::iter::once(None).chain(model.clip_ids().take(4).map(Some));
    for clip in clips {
        let duration = clip
            .and_then(|c| model.clip(c))
            .map_or(0.0, |c| c.duration_secs());
        for share in [0.0, 0.25, 0.5, 1.0, 1.5] {
            let mut posed = PosedModel::default();
            posed.set_clips(model, clip.map(|c| (c, share * duration)), None, true);
            for instance in &model.instances {
                for primitive in &model.mesh(instance.mesh).primitives {
                    let step = (primitive.vertex_count() / VERTICES).max(1);
                    for vertex in (0..primitive.vertex_count()).step_by(step) {
                        for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                            let _ = posed.vertex(instance, primitive, method, vertex);
                        }
                    }
                }
            }
        }
        let (scene, method) = (model.default_scene, SkinningMethod::DualQuaternion);
        let bounds = opening_bounds(model, clip, scene, method, &Work::alone()).expect("nobody cancels");
        assert!(
            bounds.is_empty() || (bounds.min.is_finite() && bounds.max.is_finite()),
            "{bounds:?}"
        );
    }
}

/// The doctor examines it.
pub fn examine(model: &Model) {
    doctor::examine(model, &Work::alone()).expect("nobody cancelled");
}
