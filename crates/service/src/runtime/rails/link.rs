//! The link to the adapters: one exchange, with its place, its circuit, its signatures and its measurements.

use std::sync::Arc;
use std::time::Instant;

use causeway_domain::{Clock, Ids, Time};
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::ErrorBody;
use causeway_store::Store;

use super::circuit::{Admission, Circuits, ExchangeHealth, Turn};
use super::exchange::Exchange;
use super::measure;
use super::no_answer::NoAnswer;
use super::places::Places;
use super::signed_exchange::{SignedAnswer, sign, verify};
use super::table::KnownRail;
use super::turns::{NewTurn, save};
use crate::runtime::outbound::Transport;

/// The link of this process to all adapters.
#[derive(Debug)]
pub struct Link {
    transport: Arc<dyn Transport>,
    store: Store,
    clock: Clock,
    ids: Ids,
    circuits: Circuits,
    places: Places,
}

impl Link {
    pub(super) fn new(
        transport: Arc<dyn Transport>,
        store: Store,
        clock: Clock,
        ids: Ids,
        job_places: usize,
    ) -> Self {
        let places = Places::new(job_places);
        Self { transport, store, clock, ids, circuits: Circuits::default(), places }
    }

    /// Returns `true` if the adapter does not answer, as this process or another one has found.
    #[must_use]
    pub fn is_silent(&self, rail: &KnownRail) -> bool {
        rail.is_degraded || self.circuits.is_open(rail.record.id)
    }

    /// Sends one signed request and verifies the answer. Also an error is an answer, if it is signed.
    ///
    /// # Errors
    /// The reason why there is no answer. The adapter may have the request.
    pub async fn exchange(&self, exchange: Exchange<'_>) -> Result<SignedAnswer, NoAnswer> {
        let began = Instant::now();
        let outcome = self.admit_and_send(&exchange).await;
        let name = match &outcome {
            Ok(answer) => measure::outcome(answer.status),
            Err(missing) => missing.as_str(),
        };
        measure::count(&exchange, name, began.elapsed());
        if let Err(missing) = &outcome {
            let rail = &exchange.rail.record.name;
            tracing::debug!(rail, operation = exchange.call.operation().name(), %missing, "adapter gave no answer");
        }
        outcome
    }

    async fn admit_and_send(&self, exchange: &Exchange<'_>) -> Result<SignedAnswer, NoAnswer> {
        let rail = exchange.rail;
        match self.circuits.admit(rail.record.id, rail.is_degraded, self.clock.now()) {
            Admission::Admitted => {}
            Admission::Paused => return Err(NoAnswer::Busy),
            Admission::Degraded => return Err(NoAnswer::Degraded),
        }
        let _place = self.places.take(rail, self.clock.now()).await.ok_or(NoAnswer::Busy)?;
        let outcome = self.send(exchange).await;
        self.learn(rail, &outcome).await;
        outcome
    }

    async fn send(&self, exchange: &Exchange<'_>) -> Result<SignedAnswer, NoAnswer> {
        let request = sign(exchange, &self.ids, self.clock.now())?;
        let response = self.transport.exchange(request.outbound.clone()).await.map_err(NoAnswer::Failed)?;
        verify(exchange.rail, &request, response, self.clock.now())
    }

    /// Records the outcome of an exchange in the circuit, and saves a turn of it.
    async fn learn(&self, rail: &KnownRail, outcome: &Result<SignedAnswer, NoAnswer>) {
        let now = self.clock.now();
        let id = rail.record.id;
        if let Ok(SignedAnswer { status: 429 | 503, retry_after: Some(pause), .. }) = outcome {
            self.circuits.pause(id, *pause, now);
        }
        let turn = self.circuits.record(id, health(outcome), rail.is_degraded, now);
        let Some(turn) = turn else { return };
        let new = NewTurn {
            rail: id,
            name: rail.record.name.clone(),
            turn,
            cause: cause(outcome, now),
            is_about_signatures: turn == Turn::Degraded && health(outcome) == ExchangeHealth::Unauthenticated,
        };
        if let Err(error) = save(&self.store, &self.ids, new).await {
            tracing::warn!(rail = rail.record.name, %error, "could not save that a rail was degraded or has recovered");
        }
    }
}

const fn health(outcome: &Result<SignedAnswer, NoAnswer>) -> ExchangeHealth {
    match outcome {
        Ok(SignedAnswer { status: 401, .. }) | Err(NoAnswer::OtherKey | NoAnswer::Stale { .. }) => {
            ExchangeHealth::Unauthenticated
        }
        Ok(SignedAnswer { status: 429, .. }) => ExchangeHealth::Neutral,
        Ok(SignedAnswer { status: 408 | 500..=599, .. }) | Err(_) => ExchangeHealth::Silent,
        Ok(_) => ExchangeHealth::Answered,
    }
}

/// Returns the outcome in words for operators. A refusal for the time names the difference of the clocks.
fn cause(outcome: &Result<SignedAnswer, NoAnswer>, now: Time) -> String {
    let answer = match outcome {
        Err(missing) => return missing.to_string(),
        Ok(answer) => answer,
    };
    let Ok(error) = ErrorBody::parse(&answer.body) else { return format!("status {}", answer.status) };
    let code = &error.error.code;
    match error.error.details.and_then(|details| details.now) {
        Some(theirs) => {
            let ahead = theirs.millis().saturating_sub(now.millis()).div_euclid(1_000);
            format!("status {}, {code}: the adapter's clock is ahead by {ahead} s", answer.status)
        }
        None => format!("status {}, {code}", answer.status),
    }
}
