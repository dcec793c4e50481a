//! The bundled models on the graphics device: the poses of the source chapter's tables, and the twist bar's, against
//! the CPU twins (which `tests/core/seed_tables.rs` holds to the tables' numbers).

use rigscope::import::{ImportOptions, import_bytes};
use rigscope::model::{Model, PosedModel, SceneId};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;

use crate::support::bench;

/// Instants that the tables name, clamped to each clip.
const TIMES: [f64; 10] = [-1.0, 0.0, 0.05, 0.13, 0.2, 0.27, 0.3, 0.5, 1.0, 2.0];
/// The tables are given to four digits.
const TOLERANCE: f32 = 1e-5;

fn sample(name: &str) -> Model {
    let sample = rigscope::samples::find(name).expect("a sample");
    let options = ImportOptions::default();
    import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).expect("a model")
}

#[test]
fn the_tables_hold_on_the_graphics_device() {
    let mut shared = bench();
    let bench = &mut *shared;
    for name in ["chapter_rig", "twist_bar"] {
        let model = sample(name);
        let mut gpu_model = bench.upload(&model);
        let mut posed = PosedModel::default();
        let poses = model
            .clip_ids()
            .flat_map(|c| TIMES.map(|t| Some((c, t))))
            .chain([None]);
        let mut compared = 0;
        for clip in poses {
            for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                // Half-way over another clip: table E.
                let over = clip.map(|(c, t)| (c, 0.5 * t, 0.5));
                posed.set_clips(&model, clip, over, true);
                let got = bench
                    .renderer
                    .skinned_vertices(&bench.gpu, &mut gpu_model, &model, &posed, SceneId(0), method)
                    .expect("vertices come back");
                for part in &got {
                    let instance = &model.instances[part.instance.0 as usize];
                    let primitive = &model.mesh(instance.mesh).primitives[part.primitive];
                    for (v, vertex) in part.vertices.iter().enumerate() {
                        let right = posed.vertex(instance, primitive, method, v).position;
                        let off = (vertex.position - right).length();
                        assert!(
                            off <= TOLERANCE,
                            "{name} {clip:?} {method:?} vertex {v}: off by {off}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{name}: {compared}");
    }
}
