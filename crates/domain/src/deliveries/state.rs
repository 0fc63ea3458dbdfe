//! The state machine of a webhook delivery (conventions 11.1, 11.4).

use crate::machine::TransitionRefused;
use crate::named::{events, named};

named! {
    /// The status of a webhook delivery.
    pub enum DeliveryStatus {
        /// Recorded while the platform had no endpoint; only a replay sends it.
        Unaddressed = "UNADDRESSED",
        /// An attempt is due now or later.
        Due = "DUE",
        /// The receiver has accepted it.
        Delivered = "DELIVERED",
        /// No more attempts are made; kept for replay.
        GivenUp = "GIVEN_UP",
    }
}

impl DeliveryStatus {
    /// Returns the status as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Unaddressed => "the platform had no endpoint, and only a replay sends it",
            Self::Due => "an attempt follows",
            Self::Delivered => "the endpoint has accepted it",
            Self::GivenUp => "not delivered, and only a replay sends it again",
        }
    }
}

events! {
    /// An event in the life of a webhook delivery.
    pub enum DeliveryEvent {
        /// receiver answers 2xx, or 409 for an event that it knows
        Accepted,
        /// attempt failed, and another one follows
        FailedForNow,
        /// attempt failed, and none follows
        FailedForGood,
        /// platform has no endpoint any more when an attempt is due
        EndpointGone,
        /// operator replays it
        Replayed,
    }
}

#[must_use]
pub const fn created(has_endpoint: bool) -> DeliveryStatus {
    if has_endpoint { DeliveryStatus::Due } else { DeliveryStatus::Unaddressed }
}

/// Returns the status after an event.
///
/// # Errors
/// When the outcome belongs to an attempt that is not due any more.
pub fn next(
    status: DeliveryStatus,
    event: DeliveryEvent,
) -> Result<DeliveryStatus, TransitionRefused<DeliveryStatus, DeliveryEvent>> {
    use DeliveryEvent as E;
    use DeliveryStatus as S;
    match (status, event) {
        (S::Due, E::Accepted) => Ok(S::Delivered),
        (S::Due, E::FailedForNow) => Ok(S::Due),
        (S::Due, E::FailedForGood) => Ok(S::GivenUp),
        (S::Due, E::EndpointGone) => Ok(S::Unaddressed),
        (S::Unaddressed | S::Due | S::Delivered | S::GivenUp, E::Replayed) => Ok(S::Due),
        (
            S::Unaddressed | S::Delivered | S::GivenUp,
            E::Accepted | E::FailedForNow | E::FailedForGood | E::EndpointGone,
        ) => Err(TransitionRefused { state: status, event }),
    }
}
