//! The events of refunds (money 9).

use serde::{Deserialize, Serialize};

use crate::named::events;
use crate::payments::status::RefundReason;

/// The destination of a refund of money from outside the service (money 9). The payment terms determine the
/// account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundDestination {
    /// The owner's internal account in the currency of the money.
    OwnersAccount,
    DebitedAccount,
    /// The payer, through the bank that delivered the money.
    Payer,
}

/// The terms that a refund begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RefundTerms {
    pub reason: RefundReason,
    /// `None` if the refund goes to the internal account that was debited, or that the crypto was paid into.
    pub to: Option<RefundDestination>,
}

events! {
    /// An event of a refund.
    pub enum RefundEvent {
        /// the payment has failed, or is to be cancelled: its money is refunded
        Begun(RefundTerms = RefundTerms { reason: RefundReason::TransactionFailed, to: None }),
        /// the money is refunded: L4c, L5d, L5e
        Returned,
        /// the money cannot be returned: L5g, an operator resolves
        CouldNotReturn,
        /// the partner delivered the payment anyway: no posting if it is under way, L4b, L5c if it has failed
        DeliveredAnyway,
        /// an operator resolves what could not be returned: out of suspense
        Resolved,
    }
}
