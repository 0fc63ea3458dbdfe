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

/// Writes what came of these attempts, all at once; an attempt whose claim was lost is left out.
pub(super) fn record(tx: &mut Tx<'_>, attempts: &[Arc<Attempted>]) -> Result<(), Error> {
    let mut clocks: HashMap<PlatformId, PlatformClock> = HashMap::new();
    let mut outcomes = Vec::with_capacity(attempts.len());
    for attempted in attempts {
        let platform = attempted.delivery.platform;
        let clock = match clocks.get(&platform) {
            Some(clock) => Some(*clock),
            None if needs_no_date(attempted) => None,
            None => Some(platforms::get_clock(tx, platform)?),
        };
        clocks.extend(clock.map(|clock| (platform, clock)));
        let now = clock.map_or(attempted.delivery.created_at, |clock| clock.at(tx.wall()));
        outcomes.extend(outcome(attempted, now));
    }
    let held = outbox::record_outcomes(tx, &outcomes)?;
    for (outcome, _) in outcomes.iter().zip(held).filter(|(_, held)| *held == LeaseStatus::Fenced) {
        let id = outcome.delivery.id;
        tracing::info!(%id, "the outcome of a delivery came after its claim had run out");
    }
    Ok(())
}

/// Returns `true` if the outcome has no next date, whatever time it is.
fn needs_no_date(attempted: &Attempted) -> bool {
    match &attempted.ended {
        Ended::Answered(reply) => Answer::Status(reply.status).is_accepted(),
        Ended::Unaddressed | Ended::Abandoned => true,
        Ended::Failed(_) | Ended::Blocked(_) => false,
    }
}

/// Says what came of an attempt that ended at `now`; nothing of an odd one, which must not keep the outcomes of all
/// others from being written.
fn outcome(attempted: &Attempted, now: Time) -> Option<Outcome<'_>> {
    let delivery = &attempted.delivery;
    let (event, due_at) = follow(attempted, now);
    let (answer, error) = (attempted.ended.status(), attempted.ended.error());
    match next(delivery.status, event) {
        Ok(status) => Some(Outcome { delivery, status, due_at, answer, error }),
        Err(refused) => {
            tracing::error!(id = %delivery.id, %refused, "the outcome of a delivery has no place");
            None
        }
    }
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
