//! The models inside the program: `sample:NAME` names one wherever a model is asked for.
//!
//! The twist bar, the chapter rig and the sea anemone are the exact output of `examples/make_assets`, which a test makes again; the
//! characters are made by the scripts in `assets/characters`.

mod cases;

pub use cases::{CaseFile, case_file, case_files};

/// A model inside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// What stands after `sample:`.
    pub name: &'static str,
    /// File name, for titles.
    pub file: &'static str,
    /// The clip to open with; `None`: the longest that moves something.
    pub clip: Option<&'static str>,
    /// A .glb file.
    pub bytes: &'static [u8],
}

/// All of them; the first is shown when no model is named.
pub const SAMPLES: &[Sample] = &[
    Sample {
        name: "mannequin",
        file: "mannequin.glb",
        clip: Some("Wave"),
        bytes: include_bytes!("../../assets/models/mannequin.glb"),
    },
    Sample {
        name: "mannequin_twist_joints",
        file: "mannequin_twist_joints.glb",
        clip: Some("Twist"),
        bytes: include_bytes!("../../assets/models/mannequin_twist_joints.glb"),
    },
    Sample {
        name: "long_neck",
        file: "long_neck.glb",
        clip: Some("Look"),
        bytes: include_bytes!("../../assets/models/long_neck.glb"),
    },
    Sample {
        name: "twist_bar",
        file: "twist_bar.glb",
        clip: None,
        bytes: include_bytes!("../../assets/models/twist_bar.glb"),
    },
    Sample {
        name: "chapter_rig",
        file: "chapter_rig.glb",
        clip: Some("A elbow keys"),
        bytes: include_bytes!("../../assets/models/chapter_rig.glb"),
    },
    Sample {
        name: "anemone",
        file: "anemone.glb",
        clip: None,
        bytes: include_bytes!("../../assets/models/anemone.glb"),
    },
];

/// The sample of that name.
pub fn find(name: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|s| s.name == name || s.file == name)
}
