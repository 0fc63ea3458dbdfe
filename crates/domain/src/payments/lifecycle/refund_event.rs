//! What happens to refunds (money 9).

use serde::{Deserialize, Serialize};

use crate::named::events;
use crate::payments::status::RefundReason;

/// How money that came from outside goes back (money 9). Where an account is meant, the terms lead to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundTo {
    /// Into the internal account that the owner has in its currency.
    OwnersAccount,
    /// Back to the external account that was debited.
    DebitedAccount,
    /// Back to its payer, by the bank that brought it.
    Payer,
}

/// What a refund begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Refunding {
    /// Why it is made.
    pub reason: RefundReason,
    /// How the money goes back; `None`: into the internal account that was debited, or that coins came into.
    pub to: Option<RefundTo>,
}

events! {
    /// An event in the life of a refund.
    pub enum RefundEvent {
        /// the payment has failed, or is to be cancelled: its money goes back
        Begun(Refunding = Refunding { reason: RefundReason::TransactionFailed, to: None }),
        /// the money is back where it came from: L4c, L5d, L5e
        Returned,
        /// the money cannot be returned: L5g, an operator resolves
        CouldNotReturn,
        /// the partner delivered the cancelled payment anyway: no posting
        DeliveredAnyway,
        /// an operator resolves what could not be returned: out of suspense
        Resolved,
    }
}
