//! Refunds of money paid in by bank: instructed only by a job (money 9).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{RailError, Recall};

/// A refund to the payer. The transaction id is the rail's idempotency key: ordering it again is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundOrder {
    /// The platform of the payment that was funded with it.
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The full amount paid in; all of it is refunded.
    pub amount: Amount,
    /// The current time on the platform's clock.
    pub at: Time,
}

/// A rail that refunds money to payers. Answers may be late, repeated or nonsensical; none of them may do
/// harm.
pub trait RefundRail: Send + Sync {
    /// Refunds the money and repeats its answer when called again. A rail that cannot refund it answers
    /// [`Recall::Kept`].
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}
