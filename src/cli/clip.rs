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
    let names = || model.clips.iter().map(|c| c.name());
    match choose(asked, names()) {
        Ok(index) => Ok(ClipId(index as u32)),
        Err(ChoiceError::Unknown) => Err(Issue::error("clip-unknown", "")
            .with("asked", asked)
            .with("clips", listed(names(), MOST_LISTED))),
        Err(ChoiceError::Ambiguous(which)) => Err(Issue::error("clip-ambiguous", "")
            .with("asked", asked)
            .with("count", which.len())
            .with("clips", numbers(&which))),
    }
}

/// Finds the scene that `asked` means. The error lists what there is.
pub(super) fn find_scene(model: &Model, asked: &str) -> Result<SceneId, Issue> {
    let names = || model.scenes.iter().map(|s| s.name.as_deref());
    match choose(asked, names()) {
        Ok(index) => Ok(SceneId(index as u32)),
        Err(ChoiceError::Unknown) => Err(Issue::error("scene-unknown", "")
            .with("asked", asked)
            .with("scenes", listed(names(), MOST_LISTED))),
        Err(ChoiceError::Ambiguous(which)) => Err(Issue::error("scene-ambiguous", "")
            .with("asked", asked)
            .with("count", which.len())
            .with("scenes", numbers(&which))),
    }
}

/// Finds the camera that `asked` means. The error lists what there is.
pub(super) fn find_camera(model: &Model, asked: &str) -> Result<CameraId, Issue> {
    if model.cameras.is_empty() {
        return Err(Issue::error("camera-none", "").with("asked", asked));
    }
    let names = || model.cameras.iter().map(|c| c.name.as_deref());
    match choose(asked, names()) {
        Ok(index) => Ok(CameraId(index as u32)),
        Err(ChoiceError::Unknown) => Err(Issue::error("camera-unknown", "")
            .with("asked", asked)
            .with("cameras", listed(names(), MOST_LISTED))),
        Err(ChoiceError::Ambiguous(which)) => Err(Issue::error("camera-ambiguous", "")
            .with("asked", asked)
            .with("count", which.len())
            .with("cameras", numbers(&which))),
    }
}

/// Finds the set of materials that `asked` means. The error lists what there is.
pub(super) fn find_variant(model: &Model, asked: &str) -> Result<MaterialVariantId, Issue> {
    if model.material_variants.is_empty() {
        return Err(Issue::error("variant-none", "").with("asked", asked));
    }
    let names = || model.material_variants.iter().map(|v| v.name.as_deref());
    match choose(asked, names()) {
        Ok(index) => Ok(MaterialVariantId(index as u32)),
        Err(ChoiceError::Unknown) => Err(Issue::error("variant-unknown", "")
            .with("asked", asked)
            .with("variants", listed(names(), MOST_LISTED))),
        Err(ChoiceError::Ambiguous(which)) => Err(Issue::error("variant-ambiguous", "")
            .with("asked", asked)
            .with("count", which.len())
            .with("variants", numbers(&which))),
    }
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
