//! Violations of rules, and exceptions from them.

use std::fmt;

use serde::Deserialize;

use super::source::root;

/// A violation of a rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    pub(super) path: String,
    /// From 1; 0 means the file as a whole.
    pub(super) line: usize,
    pub(super) what: String,
}

impl Violation {
    pub(super) fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Names of the rules in the list of exceptions.
pub(super) const RULES: &[&str] = &[
    "citations",
    "commands",
    "console-templates",
    "crate-layers",
    "dependencies",
    "file-length",
    "function-length",
    "layers",
    "layout",
    "licence",
    "links",
    "machine-paths",
    "manifests",
    "migrations",
    "mutants",
    "numbering",
    "proofs",
    "revisions",
    "tenancy",
    "words",
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    #[serde(default)]
    exception: Vec<Exception>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    rule: String,
    path: String,
    /// Exact number of violations in this file.
    count: usize,
    reason: String,
}

/// Fails with every violation of a rule that has no exception, and with every exception that is not needed.
pub(super) fn uphold(rule: &str, violations: &[Violation]) {
    let complaints = judge(rule, violations, &exceptions());
    assert!(complaints.is_empty(), "rule `{rule}`:\n{}", complaints.join("\n"));
}

fn exceptions() -> Vec<Exception> {
    let path = root().join("crates/causeway/tests/it/house/exceptions.toml");
    let text = std::fs::read_to_string(path).expect("the list of exceptions");
    toml::from_str::<Exceptions>(&text).expect("the form of the list of exceptions").exception
}

fn judge(rule: &str, violations: &[Violation], exceptions: &[Exception]) -> Vec<String> {
    assert!(RULES.contains(&rule), "{rule} is not in the list of rules");
    let mine: Vec<_> = exceptions.iter().filter(|exception| exception.rule == rule).collect();
    let mut complaints: Vec<String> = violations
        .iter()
        .filter(|violation| mine.iter().all(|exception| exception.path != violation.path))
        .map(Violation::to_string)
        .collect();
    for exception in mine {
        let found: Vec<_> = violations.iter().filter(|violation| violation.path == exception.path).collect();
        if found.len() != exception.count {
            let path = &exception.path;
            let count = exception.count;
            complaints
                .push(format!("{path}: excepted with {count}, has {}; correct the exception", found.len()));
            complaints.extend(found.iter().map(|violation| format!("    {violation}")));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exception(count: usize) -> Exception {
        Exception { rule: "words".into(), path: "a.rs".into(), count, reason: "why".into() }
    }

    #[test]
    fn permits_only_listed_exceptions() {
        let found = [Violation::new("a.rs", 1, "x"), Violation::new("a.rs", 2, "y")];
        assert_eq!(judge("words", &found, &[]), ["a.rs:1: x", "a.rs:2: y"]);
        assert!(judge("words", &found, &[exception(2)]).is_empty());
        assert_eq!(judge("layout", &found, &[exception(2)]).len(), 2, "an exception is for one rule");
    }

    #[test]
    fn an_exception_that_is_not_needed_any_more_is_a_violation() {
        let violations = [Violation::new("a.rs", 1, "x")];
        assert_eq!(
            judge("words", &violations, &[exception(2)])[0],
            "a.rs: excepted with 2, has 1; correct the exception"
        );
        assert_eq!(judge("words", &[], &[exception(1)]).len(), 1);
    }

    #[test]
    fn every_exception_names_a_rule_and_a_reason() {
        for exception in exceptions() {
            assert!(RULES.contains(&exception.rule.as_str()), "{exception:?}");
            assert!(exception.reason.len() > 10 && exception.count > 0, "{exception:?}");
        }
    }
}
