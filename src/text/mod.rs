//! Every sentence a person reads, looked up by id in `assets/text/<language>/*.ftl` (Project Fluent).
//!
//! Used by `ui`, `cli`, `app`. JSON is never translated. A missing id shows as itself, so that nothing is ever blank;
//! a test checks that every id used in the sources exists.

use std::borrow::Cow;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::model::{Issue, IssueArg};

const ENGLISH: [(&str, &str); 6] = [
    ("ui.ftl", include_str!("../../assets/text/en/ui.ftl")),
    ("issues.ftl", include_str!("../../assets/text/en/issues.ftl")),
    (
        "extensions.ftl",
        include_str!("../../assets/text/en/extensions.ftl"),
    ),
    ("doctor.ftl", include_str!("../../assets/text/en/doctor.ftl")),
    ("teach.ftl", include_str!("../../assets/text/en/teach.ftl")),
    ("cli.ftl", include_str!("../../assets/text/en/cli.ftl")),
];

/// The sentences of one language.
pub struct Texts {
    bundle: FluentBundle<FluentResource>,
}

/// An issue in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueText {
    /// What it is, in a few words; the sentence where there are none.
    pub title: String,
    /// What it is.
    pub what: String,
    /// What it does to the picture; may be empty.
    pub effect: String,
    /// What to do; may be empty.
    pub remedy: String,
}

impl Texts {
    /// The English sentences.
    pub fn english() -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![unic_langid::LanguageIdentifier::default()]);
        // Isolation marks show as boxes in a terminal and in egui.
        bundle.set_use_isolating(false);
        for (file, source) in ENGLISH {
            let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(partial, errors)| {
                log::error!("assets/text/en/{file}: {errors:?}");
                partial
            });
            if let Err(errors) = bundle.add_resource(resource) {
                log::error!("assets/text/en/{file}: {errors:?}");
            }
        }
        Self { bundle }
    }

    /// The sentence `id`; the id itself if there is none.
    pub fn get(&self, id: &str) -> String {
        self.format(id, None, &[])
            .map_or_else(|| id.to_owned(), Cow::into_owned)
    }

    /// The sentence `id` with named values.
    pub fn with(&self, id: &str, args: &[(&'static str, IssueArg)]) -> String {
        self.format(id, None, args)
            .map_or_else(|| id.to_owned(), Cow::into_owned)
    }

    /// The part `name` of the sentence `id` (a Fluent attribute); empty if there is none.
    pub fn part(&self, id: &str, name: &str) -> String {
        self.format(id, Some(name), &[])
            .map_or_else(String::new, Cow::into_owned)
    }

    /// True if there is such a sentence.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.get_message(id).is_some_and(|m| m.value().is_some())
    }

    /// An issue in words: `issue-CODE`, its `.effect` and its `.remedy`.
    pub fn issue(&self, issue: &Issue) -> IssueText {
        let id = format!("issue-{}", issue.code);
        let what = self
            .format(&id, None, &issue.args)
            .map_or_else(|| issue.to_string(), Cow::into_owned);
        let part = |name| {
            self.format(&id, Some(name), &issue.args)
                .map(Cow::into_owned)
                .unwrap_or_default()
        };
        let title = Some(part("title")).filter(|t| !t.is_empty());
        IssueText {
            title: title.unwrap_or_else(|| what.clone()),
            what,
            effect: part("effect"),
            remedy: part("remedy"),
        }
    }

    /// One attribute of an issue's sentence, such as `page`; `None` if it has none.
    pub fn issue_part(&self, code: &str, part: &str) -> Option<String> {
        self.format(&format!("issue-{code}"), Some(part), &[])
            .map(Cow::into_owned)
    }

    fn format<'a>(
        &'a self,
        id: &str,
        attribute: Option<&str>,
        args: &[(&'static str, IssueArg)],
    ) -> Option<Cow<'a, str>> {
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        let mut named = FluentArgs::new();
        for (name, value) in args {
            let value = match value {
                IssueArg::Number(n) => FluentValue::from(*n),
                IssueArg::Text(t) => FluentValue::from(t.as_str()),
            };
            named.set(*name, value);
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&named), &mut errors);
        for error in errors {
            log::warn!("text {id}: {error}");
        }
        Some(Cow::Owned(text.into_owned()))
    }
}
