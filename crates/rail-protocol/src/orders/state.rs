//! The state machine of an order, as the service sees it (rails 7.4).

use std::fmt;

use crate::values::{CancelPolicy, OrderState};

/// The phase of an order: the state of its last record, or its phase before the first record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderPhase {
    /// Stored by the service; no record was seen.
    Unreported,
    /// The adapter has refused the request, and no record was seen: it is cancelled.
    Refused,
    /// The state of the last record.
    Reported(OrderState),
}

/// An event of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderEvent {
    /// A record with a higher revision than the last one, or the first record.
    Reported(OrderState),
    /// A signed refusal of a submit (rails 7.6).
    SubmitRefused,
    /// `ORDER_NOT_FOUND`, believed (rails 5.3).
    NotFound,
}

/// A move that an order does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveRefused {
    /// The phase at the time of the event.
    pub phase: OrderPhase,
    /// The event that the phase does not have.
    pub event: OrderEvent,
}

/// Returns the phase after an event.
///
/// # Errors
/// [`MoveRefused`] if the order cannot make this move: a contradiction of the adapter.
pub fn next(phase: OrderPhase, event: OrderEvent) -> Result<OrderPhase, MoveRefused> {
    use OrderEvent as E;
    use OrderPhase::{Refused, Reported, Unreported};
    use OrderState::{Accepted, Cancelled, Failed, InDoubt, Received, Returned, Sent, Settled};
    match (phase, event) {
        (Unreported | Refused, E::Reported(state)) => Ok(Reported(state)),
        (Unreported, E::NotFound) => Ok(Unreported),
        (Unreported | Refused, E::SubmitRefused) | (Refused, E::NotFound) => Ok(Refused),
        // A record counts more than a refusal of the same bytes.
        (Reported(state), E::SubmitRefused) => Ok(Reported(state)),

        (Reported(Received), E::Reported(state)) => Ok(Reported(state)),
        (
            Reported(Sent),
            E::Reported(state @ (Sent | Accepted | InDoubt | Settled | Failed | Cancelled | Returned)),
        )
        | (
            Reported(Accepted),
            E::Reported(state @ (Accepted | InDoubt | Settled | Failed | Cancelled | Returned)),
        )
        | (
            Reported(InDoubt),
            E::Reported(state @ (Sent | Accepted | InDoubt | Settled | Failed | Cancelled | Returned)),
        )
        | (Reported(Settled), E::Reported(state @ (Settled | Returned)))
        | (Reported(Failed), E::Reported(state @ Failed))
        | (Reported(Cancelled), E::Reported(state @ Cancelled))
        | (Reported(Returned), E::Reported(state @ Returned)) => Ok(Reported(state)),

        (Reported(Sent | InDoubt), E::Reported(Received))
        | (Reported(Accepted), E::Reported(Received | Sent))
        | (Reported(Settled), E::Reported(Received | Sent | Accepted | InDoubt | Failed | Cancelled))
        | (
            Reported(Failed),
            E::Reported(Received | Sent | Accepted | InDoubt | Settled | Cancelled | Returned),
        )
        | (
            Reported(Cancelled),
            E::Reported(Received | Sent | Accepted | InDoubt | Settled | Failed | Returned),
        )
        | (
            Reported(Returned),
            E::Reported(Received | Sent | Accepted | InDoubt | Settled | Failed | Cancelled),
        )
        | (Reported(_), E::NotFound) => Err(MoveRefused { phase, event }),
    }
}

impl OrderPhase {
    /// Every phase.
    pub const ALL: &'static [Self] = &[
        Self::Unreported,
        Self::Refused,
        Self::Reported(OrderState::Received),
        Self::Reported(OrderState::Sent),
        Self::Reported(OrderState::Accepted),
        Self::Reported(OrderState::InDoubt),
        Self::Reported(OrderState::Settled),
        Self::Reported(OrderState::Failed),
        Self::Reported(OrderState::Cancelled),
        Self::Reported(OrderState::Returned),
    ];

    /// Returns the state of the last record, or `None` if none was seen.
    #[must_use]
    pub const fn state(self) -> Option<OrderState> {
        match self {
            Self::Reported(state) => Some(state),
            Self::Unreported | Self::Refused => None,
        }
    }

    /// Returns `true` if a record says that the money has not moved and never will, or is back.
    #[must_use]
    pub const fn is_released(self) -> bool {
        match self {
            Self::Reported(state) => state.is_released(),
            Self::Unreported | Self::Refused => false,
        }
    }

    /// Returns `true` if a cancel may still stop the order by the corridor's rule (rails 6).
    #[must_use]
    pub const fn can_cancel(self, policy: CancelPolicy) -> bool {
        use OrderState::{Accepted, Cancelled, Failed, InDoubt, Received, Returned, Sent, Settled};
        match (policy, self) {
            (CancelPolicy::Never, _)
            | (CancelPolicy::UntilSent, Self::Reported(Sent | Accepted | InDoubt))
            | (_, Self::Reported(Settled | Failed | Cancelled | Returned)) => false,
            (
                CancelPolicy::UntilSent | CancelPolicy::UntilSettled,
                Self::Unreported | Self::Refused | Self::Reported(Received),
            )
            | (CancelPolicy::UntilSettled, Self::Reported(Sent | Accepted | InDoubt)) => true,
        }
    }
}

impl OrderEvent {
    /// Every event.
    pub const ALL: &'static [Self] = &[
        Self::Reported(OrderState::Received),
        Self::Reported(OrderState::Sent),
        Self::Reported(OrderState::Accepted),
        Self::Reported(OrderState::InDoubt),
        Self::Reported(OrderState::Settled),
        Self::Reported(OrderState::Failed),
        Self::Reported(OrderState::Cancelled),
        Self::Reported(OrderState::Returned),
        Self::SubmitRefused,
        Self::NotFound,
    ];
}

impl fmt::Display for OrderPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreported => f.write_str("no record"),
            Self::Refused => f.write_str("refused"),
            Self::Reported(state) => state.fmt(f),
        }
    }
}

impl fmt::Display for OrderEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reported(state) => write!(f, "record in {state}"),
            Self::SubmitRefused => f.write_str("submit refused"),
            Self::NotFound => f.write_str("ORDER_NOT_FOUND, believed"),
        }
    }
}

impl fmt::Display for MoveRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not possible after {}", self.event, self.phase)
    }
}

impl std::error::Error for MoveRefused {}
