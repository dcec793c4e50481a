//! Which clip a person means: a name, `#N`, or N when no clip has that name.

use crate::animation::ClipId;
use crate::model::{Issue, Model};

/// Clips that an error lists before it counts the rest.
const MOST_LISTED: usize = 24;

/// Finds the clip that `asked` means. The error lists what there is.
pub(super) fn find(model: &Model, asked: &str) -> Result<ClipId, Issue> {
    if model.clips.is_empty() {
        return Err(Issue::error("clip-none", "").with("asked", asked));
    }
    if let Some(number) = asked.strip_prefix('#') {
        return by_number(model, number).ok_or_else(|| unknown(model, asked));
    }
    let named: Vec<ClipId> = model
        .clip_ids()
        .filter(|&c| name(model, c) == Some(asked))
        .collect();
    match named[..] {
        [one] => Ok(one),
        [] => by_number(model, asked).ok_or_else(|| unknown(model, asked)),
        _ => {
            let numbers: Vec<String> = named
                .iter()
                .take(MOST_LISTED)
                .map(|c| format!("#{}", c.0))
                .collect();
            Err(Issue::error("clip-ambiguous", "")
                .with("asked", asked)
                .with("count", named.len())
                .with("clips", numbers.join(", ")))
        }
    }
}

fn by_number(model: &Model, text: &str) -> Option<ClipId> {
    // "+1" is a number to Rust and a typing error to people.
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number: u32 = digits.then(|| text.parse().ok())??;
    model.clip(ClipId(number)).map(|_| ClipId(number))
}

fn unknown(model: &Model, asked: &str) -> Issue {
    Issue::error("clip-unknown", "")
        .with("asked", asked)
        .with("clips", list(model))
}

fn list(model: &Model) -> String {
    let label = |c: ClipId| match name(model, c) {
        Some(name) if !name.is_empty() => format!("{} {name}", c.0),
        _ => c.0.to_string(),
    };
    let mut all: Vec<String> = model.clip_ids().take(MOST_LISTED).map(label).collect();
    if model.clips.len() > MOST_LISTED {
        all.push(format!("… {}", model.clips.len() - 1));
    }
    all.join(", ")
}

fn name(model: &Model, clip: ClipId) -> Option<&str> {
    model.clip(clip).and_then(|c| c.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::Clip;

    fn model(names: &[Option<&str>]) -> Model {
        let clips = names
            .iter()
            .map(|n| Clip::new(n.map(str::to_owned), vec![]))
            .collect();
        Model {
            clips,
            ..Model::default()
        }
    }

    #[test]
    fn names_come_before_numbers_and_a_hash_is_always_a_number() {
        let m = model(&[Some("Walk"), Some("0"), None, Some("#0"), Some("")]);
        let number = |asked| find(&m, asked).map(|c| c.0);
        assert_eq!(number("Walk"), Ok(0));
        assert_eq!(number("0"), Ok(1), "a clip of that name");
        assert_eq!(number("2"), Ok(2));
        assert_eq!(number("#0"), Ok(0));
        assert_eq!(number("#3"), Ok(3));
        assert_eq!(number(""), Ok(4));
        for wrong in ["walk", "#5", "5", "#", "-1", "+1", "1.0", "#x", "99999999999"] {
            assert_eq!(number(wrong).unwrap_err().code, "clip-unknown", "{wrong}");
        }
    }

    #[test]
    fn errors_list_what_there_is() {
        let m = model(&[Some("Idle"), Some("Run"), Some("Idle")]);
        let error = find(&m, "Idle").unwrap_err();
        assert_eq!(error.code, "clip-ambiguous");
        assert!(error.to_string().contains("#0, #2"), "{error}");
        let error = find(&m, "Fly").unwrap_err();
        assert!(error.to_string().contains("0 Idle, 1 Run, 2 Idle"), "{error}");
        assert_eq!(find(&model(&[]), "0").unwrap_err().code, "clip-none");
        let many = model(&[None; 100]);
        assert!(find(&many, "x").unwrap_err().to_string().ends_with("23, … 99"));
    }
}
