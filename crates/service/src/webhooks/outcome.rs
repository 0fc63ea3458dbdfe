//! What follows from an attempt, and writing it.

use std::collections::HashMap;
use std::sync::Arc;

use causeway_domain::deliveries::{Answer, DeliveryEvent, RetryPolicy, next, plan_after};
use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::outbox::{self, Outcome};
use causeway_store::{Error, LeaseStatus, Tx, platforms};

use super::attempt::{Attempted, is_sent_once};
use super::ended::Ended;

/// Writes what came of these attempts; an attempt whose claim was lost is left out.
pub(super) fn record(tx: &mut Tx<'_>, attempts: &[Arc<Attempted>]) -> Result<(), Error> {
    let mut clocks: HashMap<PlatformId, PlatformClock> = HashMap::new();
    for attempted in attempts {
        let delivery = &attempted.delivery;
        let clock = match clocks.get(&delivery.platform) {
            Some(clock) => *clock,
            None => platforms::get(tx, delivery.platform)?.clock,
        };
        clocks.insert(delivery.platform, clock);
        let (event, due_at) = follow(attempted, clock.at(tx.wall()));
        let status = match next(delivery.status, event) {
            Ok(status) => status,
            Err(refused) => {
                // One odd event must not keep the outcomes of all others from being written.
                tracing::error!(id = %delivery.id, %refused, "the outcome of a delivery has no place");
                continue;
            }
        };
        let outcome =
            Outcome { status, due_at, answer: attempted.ended.status(), error: attempted.ended.error() };
        if outbox::record_outcome(tx, delivery, &outcome)? == LeaseStatus::Fenced {
            tracing::info!(id = %delivery.id, "the outcome of a delivery came after its claim had run out");
        }
    }
    Ok(())
}

/// What an attempt that ended at `now` means for the delivery, and when the next one is due.
fn follow(attempted: &Attempted, now: Time) -> (DeliveryEvent, Option<Time>) {
    let delivery = &attempted.delivery;
    let answer = match &attempted.ended {
        Ended::Answered(reply) => Answer::Status(reply.status),
        Ended::Failed(_) | Ended::Blocked(_) => Answer::None,
        Ended::Unaddressed => return (DeliveryEvent::EndpointGone, None),
        Ended::Abandoned => return (DeliveryEvent::FailedForGood, None),
    };
    let policy = if is_sent_once(delivery) { RetryPolicy::Once } else { RetryPolicy::Retried };
    plan_after(answer, policy, delivery.attempts, delivery.created_at, now, attempted.random)
}

impl Ended {
    fn status(&self) -> Option<u16> {
        match self {
            Self::Answered(reply) => Some(reply.status),
            Self::Failed(_) | Self::Blocked(_) | Self::Unaddressed | Self::Abandoned => None,
        }
    }

    /// The reason that operators see.
    fn error(&self) -> Option<&'static str> {
        match self {
            Self::Answered(reply) if Answer::Status(reply.status).is_accepted() => None,
            Self::Answered(_) => Some("STATUS"),
            Self::Failed(failure) => Some(failure.as_str()),
            Self::Blocked(obstacle) => Some(obstacle.as_str()),
            Self::Unaddressed => Some("NO_ENDPOINT"),
            Self::Abandoned => Some("INTERRUPTED"),
        }
    }
}
