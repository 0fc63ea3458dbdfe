//! Actions with arguments, and the end that each is to have.

use serde_json::Value;

use super::super::acting::with;
use crate::harness::Platform;

/// An action with arguments.
pub(super) struct Case {
    pub(super) action: &'static str,
    pub(super) arguments: Value,
    pub(super) end: CaseEnd,
}

/// The end of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseEnd {
    /// It is carried out, and answers, books, sends and schedules what its dry run reports.
    Done,
    /// It is carried out, and the first number that its dry run reports is this member of its answer.
    Counted(&'static str),
    /// Its dry run succeeds; it is not carried out here.
    OnlyDry,
    /// It is refused, with the error of its dry run.
    Refused,
}

/// The cases in the order in which they are run.
#[derive(Default)]
pub(super) struct Cases(pub(super) Vec<Case>);

impl Cases {
    pub(super) fn add(&mut self, action: &'static str, arguments: Value, end: CaseEnd) {
        self.0.push(Case { action, arguments, end });
    }

    /// Adds a case on a platform.
    pub(super) fn add_on(
        &mut self,
        platform: &Platform,
        action: &'static str,
        arguments: Value,
        end: CaseEnd,
    ) {
        self.add(action, with(platform, arguments), end);
    }
}
