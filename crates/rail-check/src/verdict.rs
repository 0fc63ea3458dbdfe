//! Verdicts of cases.

/// The verdict of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The adapter does as the case says.
    Passed,
    /// The difference, in words.
    Failed(String),
    /// The reason why the case was not tried: something is missing that it needs.
    NotTried(String),
}

/// The end of a case before its last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaseStop {
    Failed(String),
    NotTried(String),
}

/// The outcome of a case or of one of its steps.
pub(crate) type CaseResult<T = ()> = Result<T, CaseStop>;

/// Ends a case that has failed.
pub(crate) fn failed(difference: impl Into<String>) -> CaseStop {
    CaseStop::Failed(difference.into())
}

/// Ends a case that needs what is not there.
pub(crate) fn not_tried(reason: impl Into<String>) -> CaseStop {
    CaseStop::NotTried(reason.into())
}

/// Fails a case with these words unless the condition holds.
pub(crate) fn expect(holds: bool, difference: impl FnOnce() -> String) -> CaseResult {
    if holds { Ok(()) } else { Err(failed(difference())) }
}

impl Verdict {
    /// Returns the verdict of a case with this outcome.
    pub(crate) fn of(outcome: CaseResult) -> Self {
        outcome.map_or_else(Self::of_stop, |()| Self::Passed)
    }

    /// Returns the verdict of a case that was stopped.
    pub(crate) fn of_stop(stop: CaseStop) -> Self {
        match stop {
            CaseStop::Failed(difference) => Self::Failed(difference),
            CaseStop::NotTried(reason) => Self::NotTried(reason),
        }
    }
}
