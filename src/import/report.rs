//! The findings of one import, with a lid on repetition.

use std::collections::BTreeMap;

use crate::model::Issue;

/// More findings of one code than this are counted instead of listed: a damaged file may hold a million.
const PER_CODE: usize = 50;

/// Collects issues in the order they are found.
#[derive(Debug, Default)]
pub(super) struct Report {
    issues: Vec<Issue>,
    seen: BTreeMap<&'static str, usize>,
}

impl Report {
    /// Adds one.
    pub(super) fn push(&mut self, issue: Issue) {
        let seen = self.seen.entry(issue.code).or_default();
        *seen += 1;
        if *seen <= PER_CODE {
            self.issues.push(issue);
        }
    }

    /// Adds many.
    pub(super) fn extend(&mut self, issues: impl IntoIterator<Item = Issue>) {
        for issue in issues {
            self.push(issue);
        }
    }

    /// All of them; of each kind that was cut short a last one says how many there are.
    pub(super) fn finish(mut self) -> Vec<Issue> {
        for (code, count) in self.seen {
            if count > PER_CODE {
                self.issues.push(
                    Issue::info("more-of-the-same", "")
                        .with("code", code)
                        .with("count", count - PER_CODE),
                );
            }
        }
        self.issues
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_kind_is_counted_not_listed() {
        let mut report = Report::default();
        report.extend((0..1000).map(|i| Issue::warning("flood", format!("/nodes/{i}"))));
        report.push(Issue::warning("other", ""));
        let issues = report.finish();
        assert_eq!(issues.len(), PER_CODE + 2);
        let last = issues.last().unwrap();
        assert_eq!(
            (last.code, last.to_string().contains("950")),
            ("more-of-the-same", true)
        );
    }
}
