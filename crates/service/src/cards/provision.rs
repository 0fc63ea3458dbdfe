//! The job that has a card issued, and asks again until the issuer has answered (cards 2.2).

use std::time::Duration;

use causeway_domain::cards::{CardEvent, CardState, retry_after};
use causeway_domain::ids::{CardId, JobId, PlatformId};
use causeway_store::alerts::AlertRecord;
use causeway_store::cards::{self as rows, CardRecord, IssuedCard};
use causeway_store::{Error, Tx, alerts, customers, jobs};
use serde_json::json;

use super::lifecycle;
use crate::ports::{NoIssuerAnswer, ProvisionAnswer, ProvisionOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// After so long without an answer an operator looks at it.
const PATIENCE: Duration = Duration::from_hours(24);

/// The kind of alert about a card that its issuer does not answer about.
const UNANSWERED: &str = "CARD_ISSUER_UNANSWERED";

/// Asks the issuer about a card that it has not answered about.
///
/// # Errors
/// Those of the database.
pub(crate) async fn run(job: &Claimed, card: CardId) -> Result<(), ApiError> {
    let Some((world, order)) = prepare(job, card).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let (answer, id) = (world.cards.provision(&order).await, job.id());
    job.conclude(&[], move |tx, context| conclude(tx, context, (card, id), &answer)).await
}

/// What is to be asked; nothing where the card is not waiting for its issuer any more.
async fn prepare(job: &Claimed, card: CardId) -> Result<Option<(World, ProvisionOrder)>, ApiError> {
    let (app, platform) = (job.app.clone(), job.platform);
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let card = rows::find(tx, platform, card)?.ok_or(Error::Missing)?;
        if card.phase.state() != CardState::Processing {
            return Ok(None);
        }
        let holder = customers::find(tx, platform, card.customer)?.ok_or(Error::Missing)?;
        let order = ProvisionOrder { card, holder, at: context.now };
        Ok::<_, ApiError>(Some((app.ports.of(context.environment).clone(), order)))
    };
    job.app.store.read(read).await
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    (id, job): (CardId, JobId),
    answer: &Result<ProvisionAnswer, NoIssuerAnswer>,
) -> Result<Next, ApiError> {
    let card = rows::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if card.phase.state() != CardState::Processing {
        return Ok(Next::Done);
    }
    match answer {
        Ok(ProvisionAnswer::Accepted(issued)) if is_sound(issued) => {
            let issued = CardRecord { issued: Some(issued.clone()), ..card };
            lifecycle::happen(tx, context, &issued, CardEvent::Accepted)?;
            Ok(Next::Done)
        }
        Ok(ProvisionAnswer::Rejected) => {
            lifecycle::happen(tx, context, &card, CardEvent::Rejected)?;
            Ok(Next::Done)
        }
        Ok(ProvisionAnswer::Pending { ask_at }) if *ask_at > context.now => Ok(Next::Again { at: *ask_at }),
        // What cannot be understood is no answer.
        Ok(ProvisionAnswer::Accepted(_) | ProvisionAnswer::Pending { .. }) | Err(NoIssuerAnswer) => {
            unanswered(tx, context, &card, (job, context.now.since(card.created_at)))
        }
    }
}

/// The issuer is asked again later; it has left the service without an answer for so long.
pub(super) fn unanswered(
    tx: &mut Tx<'_>,
    context: &Context,
    card: &CardRecord,
    (job, asked_for): (JobId, Duration),
) -> Result<Next, ApiError> {
    if asked_for >= PATIENCE {
        let state = card.phase.state();
        let detail = json!({ "card": card.id, "state": state, "updatedAt": card.updated_at, "job": job });
        let subject = card.id.to_string();
        alerts::raise(tx, Some(context.platform), context.id(), UNANSWERED, &subject, &detail)?;
    }
    Ok(Next::Again { at: context.now.plus(retry_after(asked_for)) })
}

/// Whether an alert about a card is over: its issuer has answered, or need not answer any more.
///
/// # Errors
/// Those of the database.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let card: Option<CardId> = alert.subject.parse().ok();
    let job: Option<JobId> = alert.detail["job"].as_str().and_then(|job| job.parse().ok());
    let Some((card, job)) = card.zip(job).filter(|_| alert.kind == UNANSWERED) else { return Ok(false) };
    // Of a card that is to be issued, the job ends when it asks for the next time.
    let was_to_be_issued = alert.detail["state"] == json!(CardState::Processing);
    let is_issued = |card: CardRecord| card.phase.state() != CardState::Processing;
    if was_to_be_issued && rows::find(tx, platform, card)?.is_none_or(is_issued) {
        return Ok(true);
    }
    Ok(jobs::find(tx, platform, job)?.is_none())
}

/// Whether what an issuer says can be shown.
fn is_sound(issued: &IssuedCard) -> bool {
    let is_reference = |text: &str| (1..=255).contains(&text.len());
    issued.last4.len() == 4
        && issued.last4.bytes().all(|digit| digit.is_ascii_digit())
        && (1..=12).contains(&issued.exp_month)
        && issued.exp_year > 0
        && is_reference(&issued.processor_ref)
        && is_reference(&issued.issuer_ref)
}
