//! Which clip, scene, camera or set of materials a person means: a name, `#N`, or N when none has that name.

use crate::animation::ClipId;
use crate::model::{CameraId, ChoiceError, Issue, MaterialVariantId, Model, SceneId, choose, listed};

/// Things that an error lists before it counts the rest.
const MOST_LISTED: usize = 24;

/// Finds the clip that `asked` means. The error lists what there is.
pub(super) fn find(model: &Model, asked: &str) -> Result<ClipId, Issue> {
    if model.clips.is_empty() {
        return Err(Issue::error("clip-none", "").with("asked", asked));
    }
    let errors = [
        Issue::error("clip-unknown", ""),
        Issue::error("clip-ambiguous", ""),
    ];
    let names = || model.clips.iter().map(|c| c.name());
    one(asked, names, errors, "clips").map(ClipId)
}

/// Finds the scene that `asked` means. The error lists what there is.
pub(super) fn find_scene(model: &Model, asked: &str) -> Result<SceneId, Issue> {
    let errors = [
        Issue::error("scene-unknown", ""),
        Issue::error("scene-ambiguous", ""),
    ];
    let names = || model.scenes.iter().map(|s| s.name.as_deref());
    one(asked, names, errors, "scenes").map(SceneId)
}

/// Finds the camera that `asked` means. The error lists what there is.
pub(super) fn find_camera(model: &Model, asked: &str) -> Result<CameraId, Issue> {
    if model.cameras.is_empty() {
        return Err(Issue::error("camera-none", "").with("asked", asked));
    }
    let errors = [
        Issue::error("camera-unknown", ""),
        Issue::error("camera-ambiguous", ""),
    ];
    let names = || model.cameras.iter().map(|c| c.name.as_deref());
    one(asked, names, errors, "cameras").map(CameraId)
}

/// Finds the set of materials that `asked` means. The error lists what there is.
pub(super) fn find_variant(model: &Model, asked: &str) -> Result<MaterialVariantId, Issue> {
    if model.material_variants.is_empty() {
        return Err(Issue::error("variant-none", "").with("asked", asked));
    }
    let errors = [
        Issue::error("variant-unknown", ""),
        Issue::error("variant-ambiguous", ""),
    ];
    let names = || model.material_variants.iter().map(|v| v.name.as_deref());
    one(asked, names, errors, "variants").map(MaterialVariantId)
}

/// The number of the one that `asked` means; else the error for what none is, or for what several are, with what there
/// is under the name `list`.
pub(super) fn one<'a, I: ExactSizeIterator<Item = Option<&'a str>>>(
    asked: &str,
    names: impl Fn() -> I,
    [unknown, ambiguous]: [Issue; 2],
    list: &'static str,
) -> Result<u32, Issue> {
    choose(asked, names())
        .map(|index| index as u32)
        .map_err(|e| match e {
            ChoiceError::Unknown => unknown
                .with("asked", asked)
                .with(list, listed(names(), MOST_LISTED)),
            ChoiceError::Ambiguous(which) => ambiguous
                .with("asked", asked)
                .with("count", which.len())
                .with(list, numbers(&which)),
        })
}

fn numbers(which: &[usize]) -> String {
    let numbers: Vec<String> = which.iter().take(MOST_LISTED).map(|c| format!("#{c}")).collect();
    numbers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::Clip;
    use crate::model::Scene;

    fn model(names: &[Option<&str>]) -> Model {
        let name = |n: Option<&str>| n.map(str::to_owned);
        Model {
            clips: names.iter().map(|n| Clip::new(name(*n), vec![])).collect(),
            scenes: names
                .iter()
                .map(|n| Scene {
                    name: name(*n),
                    ..Scene::default()
                })
                .collect(),
            ..Model::default()
        }
    }

    #[test]
    fn errors_list_what_there_is() {
        let m = model(&[Some("Idle"), Some("Run"), Some("Idle")]);
        assert_eq!(find(&m, "Run").unwrap(), ClipId(1));
        assert_eq!(find_scene(&m, "2").unwrap(), SceneId(2));
        let error = find(&m, "Idle").unwrap_err();
        assert_eq!(error.code, "clip-ambiguous");
        assert!(error.to_string().contains("#0, #2"), "{error}");
        assert_eq!(find_scene(&m, "Idle").unwrap_err().code, "scene-ambiguous");
        for error in [find(&m, "Fly").unwrap_err(), find_scene(&m, "Fly").unwrap_err()] {
            assert!(error.to_string().contains("0 Idle, 1 Run, 2 Idle"), "{error}");
        }
        assert_eq!(find(&model(&[]), "0").unwrap_err().code, "clip-none");
    }
}
