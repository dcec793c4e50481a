//! Which of several things a person means: a name, `#N`, or N when nothing has that name.

/// Why a choice is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChoiceError {
    /// Nothing has that name or number.
    Unknown,
    /// Several have that name; their numbers.
    Ambiguous(Vec<usize>),
}

/// The index of what `asked` means among things with these names.
pub fn choose<'a>(
    asked: &str,
    names: impl ExactSizeIterator<Item = Option<&'a str>>,
) -> Result<usize, ChoiceError> {
    let count = names.len();
    // "+1" is a number to Rust and a typing error to people.
    let by_number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| text.parse().ok())
            .flatten()
            .filter(|&n: &usize| n < count)
            .ok_or(ChoiceError::Unknown)
    };
    if let Some(number) = asked.strip_prefix('#') {
        return by_number(number);
    }
    let named: Vec<usize> = names
        .enumerate()
        .filter(|(_, name)| *name == Some(asked))
        .map(|(index, _)| index)
        .collect();
    match named[..] {
        [one] => Ok(one),
        [] => by_number(asked),
        _ => Err(ChoiceError::Ambiguous(named)),
    }
}

/// "0 Walk, 1 Run, 2": what there is, for a person who asked for something else; at most `most` of them.
pub fn listed<'a>(names: impl ExactSizeIterator<Item = Option<&'a str>>, most: usize) -> String {
    let count = names.len();
    let label = |(index, name): (usize, Option<&str>)| match name {
        Some(name) if !name.is_empty() => format!("{index} {name}"),
        _ => index.to_string(),
    };
    let mut all: Vec<String> = names.enumerate().take(most).map(label).collect();
    if count > most {
        all.push(format!("… {}", count - 1));
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_before_numbers_and_a_hash_is_always_a_number() {
        let names = [Some("Walk"), Some("0"), None, Some("#0"), Some(""), Some("Walk")];
        let number = |asked| choose(asked, names.iter().copied());
        assert_eq!(number("Walk"), Err(ChoiceError::Ambiguous(vec![0, 5])));
        assert_eq!(number("0"), Ok(1), "a thing of that name");
        assert_eq!(number("2"), Ok(2));
        assert_eq!(number("#0"), Ok(0));
        assert_eq!(number("#3"), Ok(3));
        assert_eq!(number(""), Ok(4));
        for wrong in [
            "walk",
            "#6",
            "6",
            "#",
            "-1",
            "+1",
            "1.0",
            "#x",
            "99999999999999999999999",
        ] {
            assert_eq!(number(wrong), Err(ChoiceError::Unknown), "{wrong}");
        }
    }

    #[test]
    fn a_list_is_cut_where_it_gets_long() {
        assert_eq!(listed([Some("Idle"), None].into_iter(), 9), "0 Idle, 1");
        assert_eq!(listed([None; 100].into_iter(), 2), "0, 1, … 99");
    }
}
