//! Liveness checks: proof by presence that a person owns a wallet (money 4.6), or is the customer who has
//! lost a factor (agents B5).

use std::time::Duration;

use causeway_domain::ids::{CustomerId, PlatformId};
use futures_util::future::BoxFuture;

use super::RailError;

/// A liveness check. Its session is the provider's idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivenessQuery {
    pub platform: PlatformId,
    /// The id of the check: 32 hexadecimal digits.
    pub session: String,
    pub subject: LivenessSubject,
}

/// The person to be present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LivenessSubject {
    /// The owner of the wallet with this address.
    Wallet(String),
    /// A customer (agents B5).
    Customer(CustomerId),
}

/// A started check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivenessSession {
    /// The page that the person opens.
    pub link: String,
    /// A token that opens the check in the provider's own app.
    pub token: Option<String>,
    /// The wait before the first request for the outcome.
    pub ask_after: Duration,
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LivenessOutcome {
    /// Not performed yet.
    Open,
    /// Performed, and in review at the provider.
    InReview,
    /// The expected person was present.
    Passed,
    /// Another person was present, or no one.
    Failed,
}

/// A provider of liveness checks.
pub trait LivenessCheck: Send + Sync {
    /// Starts a check.
    fn start<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessSession, RailError>>;

    /// Requests the outcome of a check. Asking again is harmless.
    fn outcome<'a>(&'a self, query: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessOutcome, RailError>>;
}
