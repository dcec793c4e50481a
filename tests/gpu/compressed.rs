//! Pictures of a model in every compressed form are those of the plain one.

use std::path::Path;

use rigscope::import::{ImportOptions, import_path};
use rigscope::model::{Model, PosedModel, SceneId, opening_bounds};
use rigscope::render::Picture;
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;

use crate::support::{bench, plain_view};

/// Of 255: the mean difference of a channel. Blocks and quantised vertices are seen at edges, nowhere else.
const MEAN: f32 = 1.0;
/// Share of channels that differ by more than 24.
const CLEAR: f32 = 0.01;

fn twin(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/twins");
    let path = folder.join(format!("{name}.glb"));
    import_path(&path, &ImportOptions::default(), &Work::alone()).expect("a model")
}

fn picture(model: &Model) -> Picture {
    let mut posed = PosedModel::default();
    posed.set_clips(model, model.clip_ids().next().map(|c| (c, 0.2)), None, true);
    let mut view = plain_view([256, 160]);
    view.camera.frame(
        &opening_bounds(
            model,
            model.clip_ids().next(),
            SceneId(0),
            SkinningMethod::LinearBlend,
            &Work::alone(),
        )
        .unwrap(),
        1.6,
        1.1,
    );
    bench().picture(model, &posed, &view)
}

#[test]
fn every_compressed_form_shows_as_the_plain_one() {
    let plain = picture(&twin("plain"));
    let flat = plain.rgba[..4].to_vec();
    assert!(
        plain.rgba.chunks(4).filter(|p| *p != flat).count() > 2000,
        "something shows"
    );
    let names = [
        "quantised",
        "meshopt",
        "draco",
        "draco_sequential",
        "webp",
        "etc1s",
        "uastc",
        "uastc_zstd",
    ];
    for name in names {
        if !cfg!(feature = "basis") && (name == "etc1s" || name.starts_with("uastc")) {
            continue;
        }
        let other = picture(&twin(name));
        let pairs = || plain.rgba.iter().zip(&other.rgba).map(|(a, b)| a.abs_diff(*b));
        let mean = pairs().map(f32::from).sum::<f32>() / plain.rgba.len() as f32;
        let clear = pairs().filter(|d| *d > 24).count() as f32 / plain.rgba.len() as f32;
        println!("{name}: mean {mean}, clear {clear}");
        assert!(mean < MEAN && clear < CLEAR, "{name}: mean {mean}, clear {clear}");
    }
}
