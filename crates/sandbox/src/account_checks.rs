//! The sandbox accepts published samples, whose check digits are wrong (money 1.7).

use causeway_service::ports::AccountChecks;

/// Patterns, lengths and required fields count; check digits and directories do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Relaxed;

impl AccountChecks for Relaxed {
    fn are_strict(&self) -> bool {
        false
    }
}
