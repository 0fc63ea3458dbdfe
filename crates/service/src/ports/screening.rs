//! Screening external accounts before money goes to them (money 4.1).

use causeway_domain::ids::{ExternalAccountId, PlatformId};
use futures_util::future::BoxFuture;

use super::RailError;

/// An account to be screened. Its id is the screening's idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreeningQuery {
    /// Whose account it is.
    pub platform: PlatformId,
    pub account: ExternalAccountId,
    /// Its type, as `EUR_ACCOUNT`.
    pub account_type: String,
    /// Its primary identifier.
    pub identifier: String,
    /// The name of its holder.
    pub holder: Option<String>,
}

/// What a screening came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreeningAnswer {
    /// Nothing was found.
    Clean,
    /// An analyst must look at it.
    NeedsReview,
    /// The account must not be used.
    Refused,
    /// Nobody screens here: the account waits for an operator.
    LeftToOperator,
}

/// A screening of accounts.
pub trait Screening: Send + Sync {
    /// Screens an account. Asking again about the same account is harmless.
    fn screen<'a>(&'a self, query: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>>;
}
