//! The state machine of a card transaction that debits the card (cards 8.6).

use crate::card_transactions::CardTransactionStatus;
use crate::machine::TransitionRefused;
use crate::named::events;

/// The state of a purchase, withdrawal or balance inquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DebitState {
    /// Approved, and its amount is held.
    Authorized,
    PartiallySettled,
    /// Cleared or ended.
    Settled,
    /// Returned, in part or in full.
    Refunded,
    /// The service carries a shortfall, or a pull failed.
    Exception,
    /// Shown as an exception, with the decline reason.
    Declined,
}

events! {
    /// An event in the life of a card transaction that debits the card. `S` is the settled amount, `A` the
    /// authorized one, `R` the refunded one.
    pub enum DebitEvent {
        /// clearing, `S + c < A`, every pull ok
        ClearedInPart,
        /// clearing, `S + c >= A`, every pull ok, `R = 0`
        Cleared,
        /// clearing, `S + c >= A`, every pull ok, `R > 0`
        ClearedAfterReturn,
        /// clearing whose post-hoc pull fails
        ClearedUncovered,
        /// expiry, clearing of 0 or full reversal, `R = 0`
        Ended,
        /// expiry, clearing of 0 or full reversal, `R > 0`
        EndedAfterReturn,
        /// advice or partial reversal, `A' > S`
        Resized,
        /// advice or partial reversal, `A' <= S`, `R = 0`
        ResizedToSettled,
        /// advice or partial reversal, `A' <= S`, `R > 0`
        ResizedToSettledAfterReturn,
        /// pull confirmation failed
        PullFailed,
        /// return, no shortfall left
        Returned,
        /// return, shortfall left
        ReturnedToShortfall,
        /// return reversal, balance covers, `R` is now 0
        ReturnReversed,
        /// return reversal, balance covers, `R > 0`
        ReturnReversedInPart,
        /// return reversal, balance short
        ReturnReversedUncovered,
        /// operator collect, `S < A`, the hold window is open
        CollectedWhileOpen,
        /// operator collect, `R = 0`
        Collected,
        /// operator collect, `R > 0`
        CollectedAfterReturn,
        /// hold window ends, shortfall 0, `R = 0`
        WindowEnded,
        /// hold window ends, shortfall 0, `R > 0`
        WindowEndedAfterReturn,
        /// hold window ends, shortfall left
        WindowEndedShort,
    }
}

impl DebitState {
    pub const ALL: &'static [Self] = &[
        Self::Authorized,
        Self::PartiallySettled,
        Self::Settled,
        Self::Refunded,
        Self::Exception,
        Self::Declined,
    ];

    /// Returns the state with this status. An exception with a decline reason is a decline.
    #[must_use]
    pub const fn of(status: CardTransactionStatus, is_declined: bool) -> Self {
        match status {
            CardTransactionStatus::Authorized => Self::Authorized,
            CardTransactionStatus::PartiallySettled => Self::PartiallySettled,
            CardTransactionStatus::Settled => Self::Settled,
            CardTransactionStatus::Refunded => Self::Refunded,
            CardTransactionStatus::Exception if is_declined => Self::Declined,
            CardTransactionStatus::Exception => Self::Exception,
        }
    }

    /// Returns the status that the interface shows.
    #[must_use]
    pub const fn status(self) -> CardTransactionStatus {
        match self {
            Self::Authorized => CardTransactionStatus::Authorized,
            Self::PartiallySettled => CardTransactionStatus::PartiallySettled,
            Self::Settled => CardTransactionStatus::Settled,
            Self::Refunded => CardTransactionStatus::Refunded,
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
    state: DebitState,
    event: DebitEvent,
) -> Result<DebitState, TransitionRefused<DebitState, DebitEvent>> {
    let after = match state {
        DebitState::Authorized => from_authorized(event),
        DebitState::PartiallySettled => from_partially_settled(event),
        DebitState::Settled => from_settled(event),
        DebitState::Refunded => from_refunded(event),
        DebitState::Exception => from_exception(event),
        DebitState::Declined => None,
    };
    after.ok_or(TransitionRefused { state, event })
}

const fn from_authorized(event: DebitEvent) -> Option<DebitState> {
    use DebitEvent as E;
    match event {
        E::ClearedInPart => Some(DebitState::PartiallySettled),
        E::Cleared | E::Ended => Some(DebitState::Settled),
        E::ClearedAfterReturn | E::EndedAfterReturn => Some(DebitState::Refunded),
        E::Resized => Some(DebitState::Authorized),
        E::ClearedUncovered | E::PullFailed => Some(DebitState::Exception),
        E::ResizedToSettled
        | E::ResizedToSettledAfterReturn
        | E::Returned
        | E::ReturnedToShortfall
        | E::ReturnReversed
        | E::ReturnReversedInPart
        | E::ReturnReversedUncovered
        | E::CollectedWhileOpen
        | E::Collected
        | E::CollectedAfterReturn
        | E::WindowEnded
        | E::WindowEndedAfterReturn
        | E::WindowEndedShort => None,
    }
}

const fn from_partially_settled(event: DebitEvent) -> Option<DebitState> {
    use DebitEvent as E;
    match event {
        E::ClearedInPart | E::Resized | E::Returned => Some(DebitState::PartiallySettled),
        E::Cleared | E::Ended | E::ResizedToSettled => Some(DebitState::Settled),
        E::ClearedAfterReturn | E::EndedAfterReturn | E::ResizedToSettledAfterReturn => {
            Some(DebitState::Refunded)
        }
        E::ClearedUncovered | E::PullFailed => Some(DebitState::Exception),
        E::ReturnedToShortfall
        | E::ReturnReversed
        | E::ReturnReversedInPart
        | E::ReturnReversedUncovered
        | E::CollectedWhileOpen
        | E::Collected
        | E::CollectedAfterReturn
        | E::WindowEnded
        | E::WindowEndedAfterReturn
        | E::WindowEndedShort => None,
    }
}

const fn from_settled(event: DebitEvent) -> Option<DebitState> {
    use DebitEvent as E;
    match event {
        // Late presentment (the adapter only): recorded, and pulled post-hoc.
        E::ClearedInPart | E::Cleared => Some(DebitState::Settled),
        E::ClearedUncovered | E::PullFailed => Some(DebitState::Exception),
        E::Returned => Some(DebitState::Refunded),
        E::ClearedAfterReturn
        | E::Ended
        | E::EndedAfterReturn
        | E::Resized
        | E::ResizedToSettled
        | E::ResizedToSettledAfterReturn
        | E::ReturnedToShortfall
        | E::ReturnReversed
        | E::ReturnReversedInPart
        | E::ReturnReversedUncovered
        | E::CollectedWhileOpen
        | E::Collected
        | E::CollectedAfterReturn
        | E::WindowEnded
        | E::WindowEndedAfterReturn
        | E::WindowEndedShort => None,
    }
}

const fn from_refunded(event: DebitEvent) -> Option<DebitState> {
    use DebitEvent as E;
    match event {
        E::ClearedInPart | E::ClearedAfterReturn | E::Returned | E::ReturnReversedInPart => {
            Some(DebitState::Refunded)
        }
        E::ReturnReversed => Some(DebitState::Settled),
        E::ClearedUncovered | E::PullFailed | E::ReturnReversedUncovered => Some(DebitState::Exception),
        E::Cleared
        | E::Ended
        | E::EndedAfterReturn
        | E::Resized
        | E::ResizedToSettled
        | E::ResizedToSettledAfterReturn
        | E::ReturnedToShortfall
        | E::CollectedWhileOpen
        | E::Collected
        | E::CollectedAfterReturn
        | E::WindowEnded
        | E::WindowEndedAfterReturn
        | E::WindowEndedShort => None,
    }
}

const fn from_exception(event: DebitEvent) -> Option<DebitState> {
    use DebitEvent as E;
    match event {
        E::ClearedInPart
        | E::Cleared
        | E::ClearedAfterReturn
        | E::ClearedUncovered
        | E::PullFailed
        | E::ReturnedToShortfall
        | E::WindowEndedShort => Some(DebitState::Exception),
        E::Returned | E::CollectedAfterReturn | E::WindowEndedAfterReturn => Some(DebitState::Refunded),
        E::CollectedWhileOpen => Some(DebitState::PartiallySettled),
        E::Collected | E::WindowEnded => Some(DebitState::Settled),
        E::Ended
        | E::EndedAfterReturn
        | E::Resized
        | E::ResizedToSettled
        | E::ResizedToSettledAfterReturn
        | E::ReturnReversed
        | E::ReturnReversedInPart
        | E::ReturnReversedUncovered => None,
    }
}
