//! Which checks bank details must pass: one policy for all relaxations of the sandbox (money 1.7).

/// Which checks beyond patterns and lengths are made.
pub trait AccountChecks: Send + Sync {
    /// Whether check digits, bank directories, required party data and purposes of payment are enforced.
    fn are_strict(&self) -> bool;

    /// Whether this text passes for the signature of any wallet, as one does in the sandbox (money 4.6).
    fn is_sample_signature(&self, signature: &str) -> bool;
}

/// Every check is made.
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
