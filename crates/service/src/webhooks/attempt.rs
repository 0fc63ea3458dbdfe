//! One attempt to deliver an event.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use causeway_store::outbox::DeliveryRecord;
use causeway_wire::webhooks::EventType;

use super::approval;
use super::ended::Ended;
use super::route::Route;
use crate::runtime::app::App;
use crate::runtime::outbound::Exchange;
use crate::runtime::timers;

/// An attempt to be made: the event as it was claimed, and where it goes.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) delivery: DeliveryRecord,
    pub(super) route: Arc<Route>,
}

/// An attempt that was made, or could not be.
#[derive(Debug)]
pub(super) struct Attempted {
    pub(super) delivery: DeliveryRecord,
    pub(super) route: Arc<Route>,
    pub(super) ended: Ended,
    /// Spreads the retries of many events over time.
    pub(super) random: u16,
}

impl Attempt {
    /// Makes the attempt; a whole exchange takes at most `limit`, or less where the event says so.
    pub(super) async fn make(mut self, app: &Arc<App>, limit: Duration) -> Attempted {
        let body = Bytes::from(std::mem::take(&mut self.delivery.body));
        let ended = match &*self.route {
            _ if is_interrupted(&self.delivery) => Ended::Abandoned,
            Route::None => Ended::Unaddressed,
            Route::Blocked(obstacle) => Ended::Blocked(*obstacle),
            Route::To(endpoint) => {
                let limit = limit.min(limit_of(&self.delivery));
                let is_only_attempt = is_sent_once(&self.delivery);
                send(app, Exchange { limit, is_only_attempt, ..endpoint.exchange(body) }).await
            }
        };
        if asks(&self.delivery) {
            approval::pass_on(app, &self.delivery, &ended).await;
        }
        let random = u16::from_be_bytes(app.ids.bytes());
        Attempted { delivery: self.delivery, route: self.route, ended, random }
    }
}

async fn send(app: &App, exchange: Exchange) -> Ended {
    let started = Instant::now();
    let answer = app.outbound.exchange(exchange).await;
    metrics::histogram!("causeway_webhook_exchange_seconds").record(started.elapsed().as_secs_f64());
    match answer {
        Ok(reply) => {
            let class = reply.status / 100;
            metrics::counter!("causeway_webhook_attempts_total", "outcome" => format!("{class}xx"))
                .increment(1);
            Ended::Answered(reply)
        }
        Err(failure) => {
            metrics::counter!("causeway_webhook_attempts_total", "outcome" => failure.as_str()).increment(1);
            Ended::Failed(failure)
        }
    }
}

pub(super) fn is_test(delivery: &DeliveryRecord) -> bool {
    delivery.event_type == EventType::Test.as_str()
}

/// Whether an event asks the platform for a decision (conventions 12).
pub(super) fn asks(delivery: &DeliveryRecord) -> bool {
    delivery.is_sent_once && !is_test(delivery)
}

/// Whether an event is never sent twice (conventions 11.5).
pub(super) fn is_sent_once(delivery: &DeliveryRecord) -> bool {
    delivery.is_sent_once || is_test(delivery)
}

/// One that is never sent twice, and whose first claim ended without an outcome, may have been sent by a process that is
/// gone.
fn is_interrupted(delivery: &DeliveryRecord) -> bool {
    let has_outcome = delivery.last_answer.is_some() || delivery.last_error.is_some();
    is_sent_once(delivery) && delivery.attempts > 1 && !has_outcome
}

fn limit_of(delivery: &DeliveryRecord) -> Duration {
    if is_test(delivery) {
        timers::TEST_DELIVERY
    } else if asks(delivery) {
        timers::APPROVAL
    } else {
        timers::DELIVERY
    }
}
