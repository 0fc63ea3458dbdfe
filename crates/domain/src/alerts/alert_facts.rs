//! The facts about a kind of alert, as the page of alerts and the notices have them.

use super::Severity;

/// The facts about a kind of alert, in plain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlertFacts {
    pub severity: Severity,
    /// The condition, for a subject line.
    pub sentence: &'static str,
    /// The reason of the condition, and its consequence.
    pub cause: &'static str,
    /// The next step of an operator.
    pub remedy: &'static str,
    /// The commands for that step, without the id that they are about.
    pub commands: &'static [&'static str],
    /// The page in `docs/operating`, with its section.
    pub page: &'static str,
    /// The end of the condition, at which the alert closes.
    pub closes: &'static str,
}
