//! Writes the bundled models into `assets/models` and the icon into `assets/icons` (with a folder: all of it there). Run
//! it after changing this folder:
//!
//! ```sh
//! cargo run --no-default-features --example make_assets [FOLDER]
//! ```
//!
//! The models are made by arithmetic alone, so that every machine writes the same bytes; a test compares them with
//! the files.

mod anemone;
mod chapter_rig;
mod glb;
mod icon;
mod look;
mod maths;
mod twist_bar;

use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let asked = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = asked.clone().unwrap_or_else(|| assets.join("models"));
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in [
        ("twist_bar.glb", twist_bar::make()),
        ("chapter_rig.glb", chapter_rig::make()),
        ("anemone.glb", anemone::make()),
    ] {
        std::fs::write(folder.join(name), bytes)?;
    }
    icon::write(&asked.unwrap_or_else(|| assets.join("icons")))?;
    Ok(())
}
