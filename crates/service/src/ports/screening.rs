//! Screening of external accounts before money is sent to them (money 4.1).

use causeway_domain::ids::{ExternalAccountId, PlatformId};
use futures_util::future::BoxFuture;

use super::RailError;

/// An account to be screened. Its id is the screening's idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreeningQuery {
    pub platform: PlatformId,
    pub account: ExternalAccountId,
    /// The account type, such as `EUR_ACCOUNT`.
    pub account_type: String,
    /// The primary identifier of the account.
    pub identifier: String,
    /// The name of the account holder.
    pub holder: Option<String>,
}

/// The result of a screening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreeningAnswer {
    /// No match was found.
    Clean,
    /// An analyst must review the account.
    NeedsReview,
    /// The account must not be used.
    Refused,
    /// This deployment has no screening: the account waits for an operator.
    LeftToOperator,
}

/// A provider of account screening.
pub trait Screening: Send + Sync {
    /// Screens an account. Asking again about the same account is harmless.
    fn screen<'a>(&'a self, query: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>>;
}
