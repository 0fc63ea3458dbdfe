//! The state machine of a card transaction that credits the card (cards 8.6.1).

use crate::card_transactions::CardTransactionStatus;
use crate::machine::TransitionRefused;
use crate::named::events;

/// The state of a card transaction that credits the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CreditState {
    /// Approved; no money has moved.
    Authorized,
    PartiallySettled,
    /// Cleared or ended.
    Settled,
    /// The credit could not be posted.
    Exception,
    /// Shown as an exception, with the decline reason.
    Declined,
}

events! {
    /// An event in the life of a card transaction that credits the card.
    pub enum CreditEvent {
        /// clearing, `S + c < A`
        ClearedInPart,
        /// clearing, `S + c >= A`
        Cleared,
        /// expiry, or clearing of 0
        Ended,
        /// credit posting fails
        PostingFailed,
    }
}

impl CreditState {
    pub const ALL: &'static [Self] =
        &[Self::Authorized, Self::PartiallySettled, Self::Settled, Self::Exception, Self::Declined];

    /// Returns the state with this status, or `None` for a status that no credit has. An exception with a
    /// decline reason is a decline.
    #[must_use]
    pub const fn of(status: CardTransactionStatus, is_declined: bool) -> Option<Self> {
        Some(match status {
            CardTransactionStatus::Authorized => Self::Authorized,
            CardTransactionStatus::PartiallySettled => Self::PartiallySettled,
            CardTransactionStatus::Settled => Self::Settled,
            CardTransactionStatus::Exception if is_declined => Self::Declined,
            CardTransactionStatus::Exception => Self::Exception,
            CardTransactionStatus::Refunded => return None,
        })
    }

    /// Returns the status that the interface shows.
    #[must_use]
    pub const fn status(self) -> CardTransactionStatus {
        match self {
            Self::Authorized => CardTransactionStatus::Authorized,
            Self::PartiallySettled => CardTransactionStatus::PartiallySettled,
            Self::Settled => CardTransactionStatus::Settled,
            Self::Exception | Self::Declined => CardTransactionStatus::Exception,
        }
    }

    /// Returns `true` if more clearings are expected.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Authorized | Self::PartiallySettled)
    }
}

/// Returns the state after an event.
///
/// # Errors
/// When the transaction cannot make this move.
pub fn next(
    state: CreditState,
    event: CreditEvent,
) -> Result<CreditState, TransitionRefused<CreditState, CreditEvent>> {
    use CreditEvent as E;
    use CreditState::{Authorized, Declined, Exception, PartiallySettled, Settled};
    match (state, event) {
        (Authorized | PartiallySettled, E::ClearedInPart) => Ok(PartiallySettled),
        (Authorized | PartiallySettled, E::Cleared | E::Ended) => Ok(Settled),
        (Settled, E::PostingFailed) => Ok(Exception),
        (Authorized | PartiallySettled, E::PostingFailed)
        | (Settled, E::ClearedInPart | E::Cleared | E::Ended)
        | (Exception | Declined, E::ClearedInPart | E::Cleared | E::Ended | E::PostingFailed) => {
            Err(TransitionRefused { state, event })
        }
    }
}
