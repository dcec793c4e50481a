//! The words for ways to skin: the same in `render`, `pose` and `compare`.

use crate::animation::JointId;
use crate::inspect::twist;
use crate::model::{Issue, Model};
use crate::skinning::{Skinning, SkinningMethod};

/// Frames a second at which clips are searched for twists.
const TWIST_FPS: f64 = 30.0;

/// Reads `lbs`, `dqs`, `blend`, `blend:0.3`, `masked`, each with `/N` for at most N influences.
pub(super) fn skinning(text: &str) -> Result<Skinning, String> {
    let wrong = || "lbs, dqs, blend:0..1 or masked, with /N for at most N influences (lbs/4)".to_owned();
    let (word, limit) = match text.split_once('/') {
        Some((word, limit)) => (
            word,
            limit.parse::<u32>().ok().filter(|n| *n > 0).ok_or_else(wrong)?,
        ),
        None => (text, 0),
    };
    let (word, blend) = match word.split_once(':') {
        Some((word, blend)) => {
            let blend: f32 = blend
                .parse()
                .ok()
                .filter(|b| (0.0..=1.0).contains(b))
                .ok_or_else(wrong)?;
            (word, Some(blend))
        }
        None => (word, None),
    };
    let method = SkinningMethod::ALL
        .into_iter()
        .find(|m| m.word() == word)
        .ok_or_else(wrong)?;
    if blend.is_some() && method != SkinningMethod::Blend {
        return Err(wrong());
    }
    let plain = Skinning::from(method);
    Ok(Skinning {
        blend: blend.unwrap_or(plain.blend),
        influence_limit: limit,
        ..plain
    })
}

/// How reports name it: the words of [`skinning`].
pub(super) fn words(s: Skinning) -> String {
    let mut text = s.method.word().to_owned();
    if s.method == SkinningMethod::Blend {
        text.push_str(&format!(":{}", s.blend));
    }
    if s.influence_limit > 0 {
        text.push_str(&format!("/{}", s.influence_limit));
    }
    text
}

/// The factor per joint for `masked`: the joints named, or those that twist far in the model's clips if none is.
///
/// A joint is meant by its name (every joint of that name), or by `#N`, its node in the file.
pub(super) fn joint_mask(model: &Model, names: &[String]) -> Result<Vec<f32>, Issue> {
    if names.is_empty() {
        let clips: Vec<_> = model.clip_ids().collect();
        return Ok(twist::twist_mask(
            model,
            &twist::largest_twists(model, &clips, TWIST_FPS),
        ));
    }
    let mut mask = vec![0.0; model.skeleton.len()];
    for name in names {
        let node = name.strip_prefix('#').and_then(|n| n.parse::<u32>().ok());
        let is_meant = |j: JointId| match node {
            Some(node) => model
                .joint_sources
                .get(j.index())
                .is_some_and(|s| s.index == node),
            None => model.skeleton.name(j) == Some(name),
        };
        let meant: Vec<JointId> = model.skeleton.joints().filter(|j| is_meant(*j)).collect();
        if meant.is_empty() {
            return Err(Issue::error("joint-unknown", "").with("asked", name.as_str()));
        }
        for joint in meant {
            mask[joint.index()] = 1.0;
        }
    }
    Ok(mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_said_alike() {
        for text in ["lbs", "dqs", "masked", "blend:0.25", "lbs/4", "blend:1/2"] {
            assert_eq!(words(skinning(text).unwrap()), text);
        }
        assert_eq!(skinning("blend").unwrap().blend, 0.5);
        for wrong in [
            "",
            "LBS",
            "lbs/0",
            "lbs/x",
            "blend:2",
            "blend:nan",
            "dqs:0.5",
            "lbs/4/4",
        ] {
            assert!(skinning(wrong).is_err(), "{wrong}");
        }
    }
}
