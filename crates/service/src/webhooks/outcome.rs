//! Consequences of attempts, and their recording.

use std::collections::HashMap;
use std::sync::Arc;

use causeway_domain::deliveries::{DeliveryEvent, DeliveryResponse, RetryPolicy, next, plan_after};
use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::outbox::{self, FailedAttempt, NewAttempt, Outcome};
use causeway_store::{Error, LeaseStatus, Tx, platforms};

use super::attempt::{FinishedAttempt, is_sent_once};
use super::attempt_outcome::AttemptOutcome;

/// The part of a response's body that is kept of a failed attempt, in bytes.
const RESPONSE_KEPT: usize = 1024;

/// Records the outcomes of these attempts, all at once, except of attempts whose lease was lost. Attempts that
/// have failed are also kept one by one.
pub(super) fn record(tx: &mut Tx<'_>, attempts: &[Arc<FinishedAttempt>]) -> Result<(), Error> {
    let mut clocks: HashMap<PlatformId, PlatformClock> = HashMap::new();
    let mut outcomes = Vec::with_capacity(attempts.len());
    let mut recorded: Vec<&FinishedAttempt> = Vec::with_capacity(attempts.len());
    for attempted in attempts {
        let platform = attempted.delivery.platform;
        let clock = match clocks.get(&platform) {
            Some(clock) => Some(*clock),
            None if needs_no_date(attempted) => None,
            None => Some(platforms::get_clock(tx, platform)?),
        };
        clocks.extend(clock.map(|clock| (platform, clock)));
        let now = clock.map_or(attempted.delivery.created_at, |clock| clock.at(tx.wall()));
        if let Some(outcome) = outcome(attempted, now) {
            outcomes.push(outcome);
            recorded.push(attempted);
        }
    }
    let leases = outbox::record_outcomes(tx, &outcomes)?;
    let mut failed = Vec::new();
    for (attempted, lease) in recorded.into_iter().zip(leases) {
        match lease {
            LeaseStatus::Held => failed.extend(failed_attempt(attempted)),
            LeaseStatus::Fenced => {
                let id = attempted.delivery.id;
                tracing::info!(%id, "webhook delivery outcome dropped: its lease has expired");
            }
        }
    }
    outbox::insert_attempts(tx, &failed)
}

/// Returns an attempt as it is kept; `None` if the receiver accepted the event.
fn failed_attempt(attempted: &FinishedAttempt) -> Option<NewAttempt<'_>> {
    let error = attempted.ended.error()?;
    let response = match &attempted.ended {
        AttemptOutcome::Answered(response) => {
            Some(response.body.iter().take(RESPONSE_KEPT).copied().collect())
        }
        AttemptOutcome::Failed(_)
        | AttemptOutcome::Blocked(_)
        | AttemptOutcome::Unaddressed
        | AttemptOutcome::Abandoned => None,
    };
    let attempt = FailedAttempt {
        number: attempted.delivery.attempts,
        at: attempted.began_at,
        duration_millis: i64::try_from(attempted.duration.as_millis()).unwrap_or(i64::MAX),
        answer: attempted.ended.status(),
        error: error.to_owned(),
        response,
    };
    Some(NewAttempt { delivery: &attempted.delivery, attempt })
}

/// Returns `true` if the outcome has no next date, whatever time it is.
fn needs_no_date(attempted: &FinishedAttempt) -> bool {
    match &attempted.ended {
        AttemptOutcome::Answered(response) => DeliveryResponse::Status(response.status).is_accepted(),
        AttemptOutcome::Unaddressed | AttemptOutcome::Abandoned => true,
        AttemptOutcome::Failed(_) | AttemptOutcome::Blocked(_) => false,
    }
}

/// Returns the outcome of an attempt that ended at `now`; `None` for an inconsistent one, which must not keep
/// the outcomes of the others from being recorded.
fn outcome(attempted: &FinishedAttempt, now: Time) -> Option<Outcome<'_>> {
    let delivery = &attempted.delivery;
    let (event, due_at) = follow(attempted, now);
    let answer = attempted.ended.status();
    let error = attempted.ended.error();
    match next(delivery.status, event) {
        Ok(status) => Some(Outcome { delivery, status, due_at, answer, error }),
        Err(error) => {
            tracing::error!(id = %delivery.id, %error, "webhook delivery outcome does not fit its status");
            None
        }
    }
}

/// Returns the event for the delivery after an attempt that ended at `now`, and the due time of the next
/// attempt.
fn follow(attempted: &FinishedAttempt, now: Time) -> (DeliveryEvent, Option<Time>) {
    let delivery = &attempted.delivery;
    let response = match &attempted.ended {
        AttemptOutcome::Answered(response) => DeliveryResponse::Status(response.status),
        AttemptOutcome::Failed(_) | AttemptOutcome::Blocked(_) => DeliveryResponse::None,
        AttemptOutcome::Unaddressed => return (DeliveryEvent::EndpointGone, None),
        AttemptOutcome::Abandoned => return (DeliveryEvent::FailedForGood, None),
    };
    let policy = if is_sent_once(delivery) { RetryPolicy::Once } else { RetryPolicy::Retried };
    plan_after(response, policy, delivery.attempts, delivery.created_at, now, attempted.random)
}

impl AttemptOutcome {
    fn status(&self) -> Option<u16> {
        match self {
            Self::Answered(response) => Some(response.status),
            Self::Failed(_) | Self::Blocked(_) | Self::Unaddressed | Self::Abandoned => None,
        }
    }

    /// Returns the reason shown to operators.
    fn error(&self) -> Option<&'static str> {
        match self {
            Self::Answered(response) if DeliveryResponse::Status(response.status).is_accepted() => None,
            Self::Answered(_) => Some("STATUS"),
            Self::Failed(failure) => Some(failure.as_str()),
            Self::Blocked(obstacle) => Some(obstacle.as_str()),
            Self::Unaddressed => Some("NO_ENDPOINT"),
            Self::Abandoned => Some("INTERRUPTED"),
        }
    }
}
