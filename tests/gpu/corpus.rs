//! Real files: every method on the graphics device is its CPU twin, over the bundled models and over every model below
//! the folder that `RIGSCOPE_CORPUS` names.

use std::path::{Path, PathBuf};

use rigscope::import::{ImportOptions, import_bytes, import_path};
use rigscope::inspect::twist;
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::{Skinning, SkinningMethod};
use rigscope::work::Work;

use crate::support::bench;
use crate::twins::compare;

fn models_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if path.is_dir() {
            models_below(&path, found);
        } else if ["glb", "gltf"].contains(&extension) {
            found.push(path);
        }
    }
}

/// In the middle of its longest clip, masked where its clips twist.
fn posed(model: &Model) -> PosedModel {
    let mut posed = PosedModel::default();
    let clips: Vec<_> = model.clip_ids().collect();
    posed.joint_mask = twist::twist_mask(
        model,
        &twist::largest_twists(model, &clips[..clips.len().min(4)], 10.0),
    );
    if posed.joint_mask.iter().all(|m| *m == 0.0) {
        posed.joint_mask = (0..model.skeleton.len()).map(|j| (j % 2) as f32).collect();
    }
    let half_way = model
        .opening_clip()
        .and_then(|c| Some((c, 0.5 * model.clip(c)?.duration_secs())));
    posed.set_clips(model, half_way, None, true);
    posed
}

#[test]
fn every_method_is_its_twin_on_real_files() {
    let (options, work) = (ImportOptions::default(), Work::alone());
    let mut models: Vec<Model> = rigscope::samples::SAMPLES
        .iter()
        .map(|s| import_bytes(s.file, s.bytes.to_vec(), None, &options, &work).expect("samples are fine"))
        .collect();
    let mut paths = Vec::new();
    if let Some(folder) = std::env::var_os("RIGSCOPE_CORPUS") {
        models_below(Path::new(&folder), &mut paths);
        paths.sort();
    }
    // What is broken on purpose does not load.
    models.extend(paths.iter().filter_map(|p| import_path(p, &options, &work).ok()));
    let mut bench = bench();
    for model in &models {
        let posed = posed(model);
        for method in SkinningMethod::ALL {
            for influence_limit in [0, 2] {
                let skinning = Skinning {
                    influence_limit,
                    ..method.into()
                };
                let (points, frames) = compare(&mut bench, model, &posed, skinning);
                println!("{} {skinning:?}: {points} points, {frames} normals", model.name);
            }
        }
    }
}
