//! Refunds of money paid in by bank (money 9). Only jobs send instructions.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{RailError, RecallResponse};

/// A refund to the payer. The transaction id is the rail's idempotency key, so resubmitting an order is
/// harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundOrder {
    /// The platform of the payment that was funded with it.
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The full amount paid in; all of it is refunded.
    pub amount: Amount,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A rail that refunds money to payers. Answers may be late, repeated or nonsensical; none of them may do
/// harm.
pub trait RefundRail: Send + Sync {
    /// Refunds the money and repeats its answer when called again. A rail that cannot refund it answers
    /// [`RecallResponse::Declined`].
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>>;
}
