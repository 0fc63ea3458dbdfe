//! Proof by a person's presence that a wallet is theirs (money 4.6), or that they are a customer who has lost a factor (agents B5).

use std::time::Duration;

use causeway_domain::ids::{CustomerId, PlatformId};
use futures_util::future::BoxFuture;

use super::RailError;

/// A liveness check. Its session is the provider's idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivenessQuery {
    /// Whose account it is.
    pub platform: PlatformId,
    /// Names the check: 32 hexadecimal digits.
    pub session: String,
    /// Who is to be there.
    pub subject: LivenessSubject,
}

/// Who is to show to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LivenessSubject {
    /// The owner of the wallet with this address.
    Wallet(String),
    /// A customer (agents B5).
    Customer(CustomerId),
}

/// A check that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivenessSession {
    /// Where the owner goes.
    pub link: String,
    /// What opens the check in the provider's own app.
    pub token: Option<String>,
    /// How long to wait before the outcome is first asked about.
    pub ask_after: Duration,
}

/// What became of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LivenessOutcome {
    /// Not made yet.
    Open,
    /// Made, and looked at by the provider.
    InReview,
    /// The owner was there.
    Passed,
    /// Somebody else was, or nobody.
    Failed,
}

/// A provider of liveness checks.
pub trait LivenessCheck: Send + Sync {
    /// Begins a check.
    fn start<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessSession, RailError>>;

    /// Asks what became of a check. Asking again is harmless.
    fn outcome<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessOutcome, RailError>>;
}
