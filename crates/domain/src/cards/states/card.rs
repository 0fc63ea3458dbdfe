//! The state machine of a card (cards 5.1).

use causeway_vocabulary::cards::{CardState, CardStateReason};

use crate::machine::TransitionRefused;
use crate::named::events;

events! {
    /// An event in the life of a card.
    pub enum CardEvent {
        /// issuer accepts
        Accepted,
        /// issuer rejects
        Rejected,
        /// `PATCH state=FROZEN`
        FrozenByPlatform,
        /// `PATCH state=ACTIVE`
        ResumedByPlatform,
        /// `PATCH state=CLOSED`
        ClosedByPlatform,
        /// cardholder deleted by the platform
        CardholderDeleted,
        /// closed by an operator
        ClosedByOperator,
    }
}

/// A state with its reason: closed cards have one, all others have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardPhase {
    /// Part of the interface, never produced.
    PendingKyc,
    /// The issuer has not answered yet.
    Processing,
    Active,
    /// New authorizations are declined for the time being.
    Frozen,
    /// New authorizations are declined permanently.
    Closed(CardStateReason),
}

impl CardPhase {
    /// Returns the phase of a stored state and reason, or `None` if they contradict each other.
    #[must_use]
    pub const fn of(state: CardState, reason: Option<CardStateReason>) -> Option<Self> {
        match (state, reason) {
            (CardState::PendingKyc, None) => Some(Self::PendingKyc),
            (CardState::Processing, None) => Some(Self::Processing),
            (CardState::Active, None) => Some(Self::Active),
            (CardState::Frozen, None) => Some(Self::Frozen),
            (CardState::Closed, Some(reason)) => Some(Self::Closed(reason)),
            (CardState::Closed, None)
            | (
                CardState::PendingKyc | CardState::Processing | CardState::Active | CardState::Frozen,
                Some(_),
            ) => None,
        }
    }

    /// Returns the state as clients see it.
    #[must_use]
    pub const fn state(self) -> CardState {
        match self {
            Self::PendingKyc => CardState::PendingKyc,
            Self::Processing => CardState::Processing,
            Self::Active => CardState::Active,
            Self::Frozen => CardState::Frozen,
            Self::Closed(_) => CardState::Closed,
        }
    }

    /// Returns why the card is closed, or `None` if it is not closed.
    #[must_use]
    pub const fn reason(self) -> Option<CardStateReason> {
        match self {
            Self::Closed(reason) => Some(reason),
            Self::PendingKyc | Self::Processing | Self::Active | Self::Frozen => None,
        }
    }
}

#[must_use]
pub const fn created() -> CardPhase {
    CardPhase::Processing
}

/// Returns the phase after an event.
///
/// # Errors
/// When the card cannot make this move.
pub fn next(
    state: CardState,
    event: CardEvent,
) -> Result<CardPhase, TransitionRefused<CardState, CardEvent>> {
    use CardEvent as E;
    use CardState::{Active, Closed, Frozen, PendingKyc, Processing};
    match (state, event) {
        (Processing, E::Accepted) => Ok(CardPhase::Active),
        (Processing, E::Rejected) => Ok(CardPhase::Closed(CardStateReason::IssuerRejected)),

        (Active, E::FrozenByPlatform) => Ok(CardPhase::Frozen),
        (Frozen, E::ResumedByPlatform) => Ok(CardPhase::Active),

        (Active | Frozen, E::ClosedByPlatform)
        | (PendingKyc | Processing | Active | Frozen, E::CardholderDeleted) => {
            Ok(CardPhase::Closed(CardStateReason::ClosedByPlatform))
        }
        (PendingKyc | Processing | Active | Frozen, E::ClosedByOperator) => {
            Ok(CardPhase::Closed(CardStateReason::ClosedByGrid))
        }

        (PendingKyc | Active | Frozen | Closed, E::Accepted | E::Rejected)
        | (PendingKyc | Processing | Frozen | Closed, E::FrozenByPlatform)
        | (PendingKyc | Processing | Active | Closed, E::ResumedByPlatform)
        | (PendingKyc | Processing | Closed, E::ClosedByPlatform)
        | (Closed, E::CardholderDeleted | E::ClosedByOperator) => Err(TransitionRefused { state, event }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_cards_and_no_others_have_a_reason() {
        for state in CardState::ALL {
            let is_closed = *state == CardState::Closed;
            assert_eq!(CardPhase::of(*state, None).is_some(), !is_closed, "{state}");
            for reason in CardStateReason::ALL {
                let phase = CardPhase::of(*state, Some(*reason));
                assert_eq!(phase.is_some(), is_closed, "{state}");
                if let Some(phase) = phase {
                    assert_eq!((phase.state(), phase.reason()), (*state, Some(*reason)));
                }
            }
        }
    }

    #[test]
    fn nothing_happens_to_a_closed_card() {
        for event in CardEvent::ALL {
            assert!(next(CardState::Closed, *event).is_err(), "{event:?}");
        }
    }
}
