//! The job that requests a card from the issuer, and retries until the issuer has answered (cards 2.2).

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::cards::{CardEvent, CardState, next_query_delay};
use causeway_domain::ids::{CardId, JobId, PlatformId};
use causeway_store::alerts::AlertRecord;
use causeway_store::cards::{self as rows, CardRecord, IssuedCard};
use causeway_store::{Error, Tx, alerts, customers, jobs};
use serde_json::json;

use super::lifecycle;
use crate::ports::{NoIssuerAnswer, ProvisionAnswer, ProvisionOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The time without an answer after which an alert is raised.
const ALERT_AFTER: Duration = Duration::from_hours(24);

/// Requests a card that the issuer has not answered about yet.
pub(crate) async fn run(job: &ClaimedJob, card: CardId) -> Result<(), ApiError> {
    let Some((world, order)) = prepare(job, card).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answer = world.cards.provision(&order).await;
    let id = job.id();
    job.conclude(&[], move |tx, context| conclude(tx, context, card, id, &answer)).await
}

/// Reads the request; `None` if the card no longer waits for its issuer.
async fn prepare(job: &ClaimedJob, card: CardId) -> Result<Option<(World, ProvisionOrder)>, ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let card = rows::find(tx, platform, card)?.ok_or(Error::Missing)?;
        if card.phase.state() != CardState::Processing {
            return Ok(None);
        }
        let holder = customers::find(tx, platform, card.customer)?.ok_or(Error::Missing)?;
        let order = ProvisionOrder { card, holder, now: context.now };
        Ok::<_, ApiError>(Some((app.ports.of(context.environment).clone(), order)))
    };
    job.app.store.read(read).await
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardId,
    job: JobId,
    answer: &Result<ProvisionAnswer, NoIssuerAnswer>,
) -> Result<Next, ApiError> {
    let card = rows::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if card.phase.state() != CardState::Processing {
        return Ok(Next::Done);
    }
    match answer {
        Ok(ProvisionAnswer::Accepted(issued)) if is_sound(issued) => {
            let issued = CardRecord { issued: Some(issued.clone()), ..card };
            lifecycle::apply_event(tx, context, &issued, CardEvent::Accepted)?;
            Ok(Next::Done)
        }
        Ok(ProvisionAnswer::Rejected) => {
            lifecycle::apply_event(tx, context, &card, CardEvent::Rejected)?;
            Ok(Next::Done)
        }
        Ok(ProvisionAnswer::Pending { poll_at }) if *poll_at > context.now => {
            Ok(Next::Again { at: *poll_at })
        }
        // An unusable answer counts as no answer.
        Ok(ProvisionAnswer::Accepted(_) | ProvisionAnswer::Pending { .. }) | Err(NoIssuerAnswer) => {
            retry_unanswered(tx, context, &card, job, context.now.since(card.created_at))
        }
    }
}

/// Schedules the next attempt; raises an alert if the issuer has not answered for too long.
pub(super) fn retry_unanswered(
    tx: &mut Tx<'_>,
    context: &Context,
    card: &CardRecord,
    job: JobId,
    elapsed: Duration,
) -> Result<Next, ApiError> {
    if elapsed >= ALERT_AFTER {
        let state = card.phase.state();
        let detail = json!({ "card": card.id, "state": state, "updatedAt": card.updated_at, "job": job });
        let subject = card.id.to_string();
        alerts::raise(
            tx,
            Some(context.platform),
            context.id(),
            AlertKind::CardIssuerUnanswered,
            &subject,
            &detail,
        )?;
    }
    Ok(Next::Again { at: context.now.plus(next_query_delay(elapsed)) })
}

/// Returns `true` if an alert about a card is settled: its issuer has answered, or no longer needs to.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let card: Option<CardId> = alert.subject.parse().ok();
    let job: Option<JobId> = alert.detail["job"].as_str().and_then(|job| job.parse().ok());
    let Some((card, job)) = card.zip(job).filter(|_| alert.is(AlertKind::CardIssuerUnanswered)) else {
        return Ok(false);
    };
    // The job of a card that is to be issued only ends at its next attempt.
    let was_to_be_issued = alert.detail["state"] == json!(CardState::Processing);
    let is_issued = |card: CardRecord| card.phase.state() != CardState::Processing;
    if was_to_be_issued && rows::find(tx, platform, card)?.is_none_or(is_issued) {
        return Ok(true);
    }
    Ok(jobs::find(tx, platform, job)?.is_none())
}

/// Checks that an issuer's answer can be rendered.
fn is_sound(issued: &IssuedCard) -> bool {
    let is_reference = |text: &str| (1..=255).contains(&text.len());
    issued.last4.len() == 4
        && issued.last4.bytes().all(|digit| digit.is_ascii_digit())
        && (1..=12).contains(&issued.exp_month)
        && issued.exp_year > 0
        && is_reference(&issued.processor_ref)
        && is_reference(&issued.issuer_ref)
}
