//! The bundled models: exactly what their generator makes, and sound.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "../../examples/make_assets/anemone.rs"]
mod anemone;
#[path = "../../examples/make_assets/chapter_rig.rs"]
mod chapter_rig;
#[path = "../../examples/make_assets/glb.rs"]
mod glb;
#[path = "../../examples/make_assets/look.rs"]
mod look;
#[path = "../../examples/make_assets/maths.rs"]
mod maths;
#[path = "../../examples/make_assets/twist_bar.rs"]
mod twist_bar;

use std::collections::BTreeMap;

use glam::Vec3;
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::math::Bounds;
use rigscope::model::{Model, PosedModel, Primitive};
use rigscope::samples::{SAMPLES, find};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;

fn model(name: &str) -> Model {
    let sample = find(name).unwrap();
    import_bytes(
        sample.file,
        sample.bytes.to_vec(),
        None,
        &ImportOptions::default(),
        &Work::alone(),
    )
    .unwrap()
}

/// Run `cargo run --example make_assets` after changing the generator.
#[test]
fn the_files_are_what_the_generator_makes() {
    assert!(
        twist_bar::make() == find("twist_bar").unwrap().bytes,
        "assets/models/twist_bar.glb is not up to date"
    );
    assert!(
        chapter_rig::make() == find("chapter_rig").unwrap().bytes,
        "assets/models/chapter_rig.glb is not up to date"
    );
    assert!(
        anemone::make() == find("anemone").unwrap().bytes,
        "assets/models/anemone.glb is not up to date"
    );
}

#[test]
fn samples_have_clips_and_nothing_to_complain_of() {
    for sample in SAMPLES {
        let model = model(sample.name);
        assert!(model.issues.is_empty(), "{}: {:?}", sample.name, model.issues);
        assert!(model.opening_clip().is_some() && !model.instances.is_empty());
        assert!(find(sample.file).is_some() && sample.bytes.len() < 1_500_000);
    }
    assert!(find("nosuch").is_none());
    let all: usize = SAMPLES.iter().map(|s| s.bytes.len()).sum();
    assert!(all < 4_600_000, "{all}");
    for sample in SAMPLES.iter().filter(|s| s.clip.is_some()) {
        let mut model = model(sample.name);
        model.open_with(sample.clip.unwrap());
        let clip = model.opening_clip().and_then(|c| model.clip(c));
        assert_eq!(clip.and_then(|c| c.name()), sample.clip);
    }
}

/// So that volumes mean something: every edge of the column belongs to two triangles once welded by position, in
/// opposite directions, and the volume is positive (faces look outwards).
#[test]
fn the_twist_bar_is_closed_and_faces_outwards() {
    let model = model("twist_bar");
    let mut edges: BTreeMap<[[u32; 3]; 2], i32> = BTreeMap::new();
    let mut volume = 0.0_f64;
    for primitive in &model.mesh(model.instances[0].mesh).primitives {
        for corner in primitive.triangles().chunks(3) {
            let p = [0, 1, 2].map(|k| primitive.positions[corner[k] as usize]);
            volume += f64::from(p[0].dot(p[1].cross(p[2]))) / 6.0;
            for k in 0..3 {
                // Minus nought is nought.
                let [a, b] = [p[k], p[(k + 1) % 3]].map(|v| (v + Vec3::ZERO).to_array().map(f32::to_bits));
                *edges.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
            }
        }
    }
    let open = edges.values().filter(|&&n| n != 0).count();
    assert_eq!(open, 0, "of {} edges", edges.len());
    assert!((0.1..0.3).contains(&volume), "{volume} cubic metres");
}

#[test]
fn normals_agree_with_faces_and_weights_run_smoothly() {
    for sample in SAMPLES {
        let model = model(sample.name);
        for mesh in &model.meshes {
            mesh.primitives.iter().for_each(|p| normals_agree(sample.name, p));
        }
    }
    // Nothing of the column stands far from its place at rest.
    let model = model("twist_bar");
    let posed = PosedModel::at_rest(&model);
    let method = SkinningMethod::LinearBlend;
    let bounds: Bounds =
        rigscope::model::posed_bounds(&model, &posed, model.default_scene, method, &Work::alone()).unwrap();
    assert_eq!((bounds.min.y, bounds.max.y), (0.0, 1.7));
}

fn normals_agree(name: &str, primitive: &Primitive) {
    let Some(normals) = &primitive.normals else { return };
    let (mut faces, mut against) = (0, Vec::new());
    for corner in primitive.triangles().chunks(3) {
        let p = [0, 1, 2].map(|k| primitive.positions[corner[k] as usize]);
        let face = (p[1] - p[0]).cross(p[2] - p[0]).normalize_or_zero();
        let mean: Vec3 = corner.iter().map(|&c| normals[c as usize]).sum();
        faces += 1;
        if face.dot(mean) <= 0.0 && face != Vec3::ZERO {
            against.push(p);
        }
    }
    // A modelled figure has creases where a smooth normal leaves its face; a bar has none.
    let most = if name.ends_with("bar") || name.ends_with("rig") {
        0
    } else {
        faces / 2000
    };
    assert!(
        against.len() <= most,
        "{name}: {} of {faces}: {against:?}",
        against.len()
    );
}

#[test]
fn the_vertices_that_stand_out_span_nearly_the_whole_pose() {
    for sample in SAMPLES {
        let model = model(sample.name);
        let mut posed = PosedModel::default();
        for clip in model.clip_ids() {
            posed.set_clips(&model, Some((clip, 1.0)), None, true);
            for method in SkinningMethod::ALL {
                let scene = model.default_scene;
                let exact =
                    rigscope::model::posed_bounds(&model, &posed, scene, method, &Work::alone()).unwrap();
                let quick = rigscope::model::outline_bounds(&model, &posed, scene, method);
                assert!(exact.union(&quick) == exact, "{} {method:?}", sample.name);
                assert!(
                    quick.diagonal() > 0.95 * exact.diagonal(),
                    "{} {method:?} {clip:?}: {} of {}",
                    sample.name,
                    quick.diagonal(),
                    exact.diagonal()
                );
            }
        }
    }
}
