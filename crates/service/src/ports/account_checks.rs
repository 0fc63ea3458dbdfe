//! The strictness of checks on bank details: one policy for all relaxations of the sandbox (money 1.7).

/// A policy for the checks beyond patterns and lengths.
pub trait AccountChecks: Send + Sync {
    /// Returns `true` if check digits, bank directories, required party data and purposes of payment are
    /// enforced.
    fn are_strict(&self) -> bool;

    /// Returns `true` if this text is accepted as the signature of any wallet; the sandbox has one such text
    /// (money 4.6).
    fn is_sample_signature(&self, signature: &str) -> bool;
}

/// The policy that enforces every check.
#[derive(Debug, Clone, Copy)]
pub struct EveryCheck;

impl AccountChecks for EveryCheck {
    fn are_strict(&self) -> bool {
        true
    }

    fn is_sample_signature(&self, _: &str) -> bool {
        false
    }
}
