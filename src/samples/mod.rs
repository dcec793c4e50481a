//! The models inside the program: `sample:NAME` names one wherever a model is asked for.
//!
//! They are the exact output of `examples/make_assets`, which a test makes again.

mod cases;

pub use cases::{CaseFile, case_file, case_files};

/// A model inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// What stands after `sample:`.
    pub name: &'static str,
    /// File name, for titles.
    pub file: &'static str,
    /// A .glb file.
    pub bytes: &'static [u8],
}

/// All of them; the first is shown when no model is named.
pub const SAMPLES: &[Sample] = &[
    Sample {
        name: "twist_bar",
        file: "twist_bar.glb",
        bytes: include_bytes!("../../assets/models/twist_bar.glb"),
    },
    Sample {
        name: "chapter_rig",
        file: "chapter_rig.glb",
        bytes: include_bytes!("../../assets/models/chapter_rig.glb"),
    },
];

/// The sample of that name.
pub fn find(name: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|s| s.name == name || s.file == name)
}
