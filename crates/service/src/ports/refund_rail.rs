//! Giving money back to whoever paid it in by bank: instructed only by a job (money 9).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::BoxFuture;

use super::{RailError, Recall};

/// Money that goes back to its payer. The transaction id is the rail's idempotency key: giving it back again is
/// harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundOrder {
    /// Whose payment it was paid in for.
    pub platform: PlatformId,
    /// The payment.
    pub transaction: TransactionId,
    /// What was paid in, all of which goes back.
    pub amount: Amount,
    /// The platform's instant.
    pub at: Time,
}

/// A rail that gives back what was paid in. Answers may be late, repeated or nonsense; none of it may do harm.
pub trait RefundRail: Send + Sync {
    /// Gives the money back, and says so every time that it is asked again. One that cannot keeps it.
    fn give_back<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}
