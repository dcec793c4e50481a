//! The words for ways to skin: the same in `render`, `pose` and `compare`.

use super::args::MethodOptions;
use crate::animation::JointId;
use crate::inspect::twist;
use crate::model::{Issue, Model};
use crate::skinning::{Skinning, SkinningMethod};

/// Frames a second at which clips are searched for twists.
const TWIST_FPS: f64 = 30.0;

/// A way to skin as it was asked for; what it leaves open is said by `--blend` and `--influences`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wanted {
    method: SkinningMethod,
    blend: Option<f32>,
    influences: Option<u32>,
}

/// Ways to skin with all that they need.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chosen<const N: usize> {
    /// As many as were asked for.
    pub skinnings: [Skinning; N],
    /// Per joint of the skeleton, for `masked`; empty if nothing is masked.
    pub joint_mask: Vec<f32>,
}

/// Reads `lbs`, `dqs`, `blend`, `blend:0.3`, `masked`, each with `/N` for at most N influences.
pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    let wrong = || "lbs, dqs, blend:0..1 or masked, with /N for at most N influences (lbs/4)".to_owned();
    let (word, influences) = match text.split_once('/') {
        Some((word, limit)) => {
            let limit = limit.parse::<u32>().ok().filter(|n| *n > 0);
            (word, Some(limit.ok_or_else(wrong)?))
        }
        None => (text, None),
    };
    let (word, blend) = match word.split_once(':') {
        Some((word, blend)) => (word, Some(super::args::share(blend).map_err(|_| wrong())?)),
        None => (word, None),
    };
    let method = SkinningMethod::ALL
        .into_iter()
        .find(|m| m.word() == word)
        .ok_or_else(wrong)?;
    if blend.is_some() && method != SkinningMethod::Blend {
        return Err(wrong());
    }
    Ok(Wanted {
        method,
        blend,
        influences,
    })
}

impl Wanted {
    fn with(self, options: &MethodOptions) -> Skinning {
        let plain = Skinning::from(self.method);
        Skinning {
            blend: self.blend.or(options.blend).unwrap_or(plain.blend),
            influence_limit: self.influences.or(options.influences).unwrap_or(0),
            ..plain
        }
    }
}

/// Joins what was asked for with its options. An option that none of the methods has a use for is a mistake.
pub(super) fn choose<const N: usize>(
    model: &Model,
    asked: [Wanted; N],
    options: &MethodOptions,
) -> Result<Chosen<N>, Issue> {
    let any = |method| asked.iter().any(|w| w.method == method);
    let unused = |option: &str, method: SkinningMethod| {
        Issue::error("option-without-method", "")
            .with("option", option)
            .with("method", method.word())
    };
    let open_blend = asked
        .iter()
        .any(|w| w.method == SkinningMethod::Blend && w.blend.is_none());
    if options.blend.is_some() && !open_blend {
        return Err(unused("--blend", SkinningMethod::Blend));
    }
    let masked = any(SkinningMethod::Masked);
    if !options.mask.is_empty() && !masked {
        return Err(unused("--mask", SkinningMethod::Masked));
    }
    Ok(Chosen {
        skinnings: asked.map(|w| w.with(options)),
        joint_mask: if masked {
            joint_mask(model, &options.mask)?
        } else {
            Vec::new()
        },
    })
}

/// How reports name it: the words of [`wanted`].
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
fn joint_mask(model: &Model, names: &[String]) -> Result<Vec<f32>, Issue> {
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
        let none = MethodOptions::default();
        for text in ["lbs", "dqs", "masked", "blend:0.25", "lbs/4", "blend:1/2"] {
            assert_eq!(words(wanted(text).unwrap().with(&none)), text);
        }
        assert_eq!(words(wanted("blend").unwrap().with(&none)), "blend:0.5");
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
            assert!(wanted(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_fill_in_what_the_word_leaves_open_and_are_refused_where_they_do_nothing() {
        let model = Model::default();
        let options = MethodOptions {
            blend: Some(0.3),
            influences: Some(4),
            ..MethodOptions::default()
        };
        let asked = ["blend", "blend:0.9/2"].map(|w| wanted(w).unwrap());
        let chosen = choose(&model, asked, &options).unwrap();
        assert_eq!(chosen.skinnings.map(words), ["blend:0.3/4", "blend:0.9/2"]);
        let code = |word: &str, options: &MethodOptions| {
            choose(&model, [wanted(word).unwrap()], options)
                .map_err(|i| i.code)
                .err()
        };
        assert!(code("lbs", &options).is_some() && code("blend:0.5", &options).is_some());
        let mask = MethodOptions {
            mask: vec!["Hand".to_owned()],
            ..MethodOptions::default()
        };
        assert!(code("dqs", &mask).is_some_and(|c| c == "option-without-method"));
        assert!(code("masked", &mask).is_some_and(|c| c == "joint-unknown"));
    }
}
