//! One attempt to deliver an event.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use causeway_domain::Time;
use causeway_store::outbox::DeliveryRecord;
use causeway_wire::webhooks::EventType;

use super::approval;
use super::attempt_outcome::AttemptOutcome;
use super::route::Route;
use crate::runtime::app::App;
use crate::runtime::outbound::OutboundRequest;
use crate::runtime::timers;

/// An attempt to be made: the claimed event, and its route.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) delivery: DeliveryRecord,
    pub(super) route: Arc<Route>,
}

/// An attempt that was made, or could not be.
#[derive(Debug)]
pub(super) struct FinishedAttempt {
    pub(super) delivery: DeliveryRecord,
    pub(super) route: Arc<Route>,
    pub(super) ended: AttemptOutcome,
    /// The beginning, in wall time.
    pub(super) began_at: Time,
    pub(super) duration: Duration,
    /// Jitter that spreads the retries of many events over time.
    pub(super) random: u16,
}

impl Attempt {
    /// Makes the attempt; a whole exchange takes at most `limit`, or less for events with a shorter limit of
    /// their own.
    pub(super) async fn make(mut self, app: &Arc<App>, limit: Duration) -> FinishedAttempt {
        let body = Bytes::from(std::mem::take(&mut self.delivery.body));
        let began_at = app.clock.now();
        let started = Instant::now();
        let ended = match &*self.route {
            _ if is_interrupted(&self.delivery) => AttemptOutcome::Abandoned,
            Route::None => AttemptOutcome::Unaddressed,
            Route::Blocked(obstacle) => AttemptOutcome::Blocked(*obstacle),
            Route::To(endpoint) => {
                let limit = limit.min(limit_of(&self.delivery));
                let is_only_attempt = is_sent_once(&self.delivery);
                send(app, OutboundRequest { limit, is_only_attempt, ..endpoint.request(body) }).await
            }
        };
        let duration = started.elapsed();
        if is_approval_request(&self.delivery) {
            approval::pass_on(app, &self.delivery, &ended).await;
        }
        let random = u16::from_be_bytes(app.ids.bytes());
        FinishedAttempt { delivery: self.delivery, route: self.route, ended, began_at, duration, random }
    }
}

async fn send(app: &App, request: OutboundRequest) -> AttemptOutcome {
    let started = Instant::now();
    let outcome = app.outbound.exchange(request).await;
    metrics::histogram!("causeway_webhook_exchange_seconds").record(started.elapsed().as_secs_f64());
    match outcome {
        Ok(response) => {
            let class = response.status / 100;
            metrics::counter!("causeway_webhook_attempts_total", "outcome" => format!("{class}xx"))
                .increment(1);
            AttemptOutcome::Answered(response)
        }
        Err(failure) => {
            metrics::counter!("causeway_webhook_attempts_total", "outcome" => failure.as_str()).increment(1);
            AttemptOutcome::Failed(failure)
        }
    }
}

pub(super) fn is_test(delivery: &DeliveryRecord) -> bool {
    delivery.event_type == EventType::Test.as_str()
}

/// Returns `true` if an event asks the platform for a decision (conventions 12).
pub(super) fn is_approval_request(delivery: &DeliveryRecord) -> bool {
    delivery.is_sent_once && !is_test(delivery)
}

/// Returns `true` if an event is never sent twice (conventions 11.5).
pub(super) fn is_sent_once(delivery: &DeliveryRecord) -> bool {
    delivery.is_sent_once || is_test(delivery)
}

/// Returns `true` for an event that is never sent twice, and whose first claim ended without an outcome: a
/// process that is gone may have sent it.
fn is_interrupted(delivery: &DeliveryRecord) -> bool {
    let has_outcome = delivery.last_answer.is_some() || delivery.last_error.is_some();
    is_sent_once(delivery) && delivery.attempts > 1 && !has_outcome
}

fn limit_of(delivery: &DeliveryRecord) -> Duration {
    if is_test(delivery) {
        timers::TEST_DELIVERY_TIMEOUT
    } else if is_approval_request(delivery) {
        timers::APPROVAL
    } else {
        timers::DELIVERY_TIMEOUT
    }
}
