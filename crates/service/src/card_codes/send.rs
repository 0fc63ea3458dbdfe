//! The job that sends an issuer's code to a cardholder (cards 12).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CardId, Id, JobId, PlatformId};
use causeway_store::alerts::AlertRecord;
use causeway_store::card_codes::{self as rows, CardCodeRecord};
use causeway_store::customers::CustomerRecord;
use causeway_store::{Error, Tx, alerts, cards, customers, platforms};
use causeway_wire::platforms::CardTokenization2FaConfig;
use serde_json::json;

use super::encryption;
use super::inbound::can_be_added;
use super::render::{Addressee, message};
use crate::mailbox;
use crate::ports::{Message, MessageError, Messages};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};
use crate::runtime::unsent_messages;

/// The shortest pause between attempts to send a message.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(2);
/// The longest pause between attempts to send a message.
const MAX_RETRY_DELAY: Duration = Duration::from_mins(1);

/// The next step for a request.
enum Plan {
    /// No step: the code was sent, or the code or its card can no longer be used.
    Over,
    /// The cardholder has no contact for the requested channel, or none at all.
    Unreachable(CardCodeRecord),
    /// The message to send.
    Send(CardCodeRecord, Arc<dyn Messages>, Box<Message>),
}

/// Sends the code of a request, with the settings and contacts as they are now. Retries until the gateway
/// takes the message or the code expires.
///
/// # Errors
/// `INTERNAL_ERROR` for a code that was altered.
pub(crate) async fn run(job: &ClaimedJob, event: String) -> Result<(), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let planned_event = event.clone();
    let id = job.id();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        plan(tx, &context, &planned_event, id)
    };
    match job.app.store.read(read).await? {
        Plan::Over => job.conclude(&[], move |tx, context| end(tx, context, &event)).await,
        Plan::Unreachable(record) => {
            job.conclude(&[], move |tx, context| give_up(tx, context, &record)).await
        }
        Plan::Send(_, messages, message) if messages.is_mailbox() => {
            let keep = move |tx: &mut Tx<'_>, context: &Context| {
                mailbox::keep(tx, context, &message)?;
                end(tx, context, &event)
            };
            job.conclude(&[], keep).await
        }
        Plan::Send(record, messages, message) => {
            let outcome = messages.send(&message).await;
            let channel = message.channel;
            let note = move |tx: &mut Tx<'_>, context: &Context| match outcome {
                Ok(()) => {
                    unsent_messages::close(tx, context.platform, channel)?;
                    end(tx, context, &record.event)
                }
                Err(error) => retry(tx, context, &record, channel, error),
            };
            job.conclude(&[], note).await
        }
    }
}

fn plan(tx: &mut Tx<'_>, context: &Context, event: &str, job: JobId) -> Result<Plan, ApiError> {
    let Some(record) = rows::find(tx, context.platform, event)? else { return Ok(Plan::Over) };
    let card = cards::find(tx, context.platform, record.card)?;
    let card = card.filter(|card| can_be_added(card.phase.state()));
    let is_live = context.now < record.expires_at;
    let code = encryption::decrypt(context, &record)?.filter(|_| is_live);
    let (Some(card), Some(code)) = (card, code) else { return Ok(Plan::Over) };
    let holder = customers::find(tx, context.platform, card.customer)?.filter(|holder| !holder.is_deleted);
    let Some(holder) = holder else { return Ok(Plan::Over) };
    let Some((channel, recipient)) = contact(&holder, record.channel) else {
        return Ok(Plan::Unreachable(record));
    };
    let platform = platforms::get(tx, context.platform)?;
    let config = platform.doc.card_tokenization.map(serde_json::from_value).transpose();
    let config: CardTokenization2FaConfig = config.map_err(ApiError::internal)?.unwrap_or_default();
    let to = Addressee {
        // Same id on every attempt.
        id: job.uuid(),
        platform: platform.id,
        platform_name: &platform.name,
        channel,
        recipient,
        expires_at: record.expires_at,
    };
    let message = message(to, &config, code.expose());
    let messages = Arc::clone(&context.app.ports.of(context.environment).messages);
    Ok(Plan::Send(record, messages, Box::new(message)))
}

/// Returns the channel and address of a cardholder: the issuer's choice, else e-mail, else text message.
fn contact(holder: &CustomerRecord, chosen: Option<ContactChannel>) -> Option<(ContactChannel, String)> {
    let by = |channel| {
        let known = match channel {
            ContactChannel::Email => &holder.doc.email,
            ContactChannel::Phone => &holder.doc.phone_number,
        };
        known.clone().map(|recipient| (channel, recipient))
    };
    match chosen {
        Some(channel) => by(channel),
        None => by(ContactChannel::Email).or_else(|| by(ContactChannel::Phone)),
    }
}

/// Deletes the code: no message is sent any more.
fn end(tx: &mut Tx<'_>, context: &Context, event: &str) -> Result<Next, ApiError> {
    rows::forget_code(tx, context.platform, event)?;
    Ok(Next::Done)
}

/// Raises an alert that the cardholder cannot be reached, and deletes the code.
fn give_up(tx: &mut Tx<'_>, context: &Context, record: &CardCodeRecord) -> Result<Next, ApiError> {
    let subject = match record.channel {
        Some(channel) => format!("the cardholder has no contact for {channel}, which the issuer asks for"),
        None => "the cardholder has neither an e-mail address nor a telephone number".to_owned(),
    };
    let detail =
        json!({ "card": record.card, "event": record.event, "channel": record.channel, "what": subject });
    let subject = record.card.to_string();
    alerts::raise(tx, Some(context.platform), context.id(), AlertKind::MessageNotSent, &subject, &detail)?;
    end(tx, context, &record.event)
}

/// Returns `true` if an alert about an unreachable cardholder is settled: the contact exists by now, or the
/// card or the cardholder no longer needs one.
pub(crate) fn is_settled(tx: &mut Tx<'_>, platform: PlatformId, alert: &AlertRecord) -> Result<bool, Error> {
    let card: Option<CardId> = alert.subject.parse().ok();
    let Some(card) = card.filter(|_| alert.is(AlertKind::MessageNotSent)) else { return Ok(false) };
    let card = cards::find(tx, platform, card)?.filter(|card| can_be_added(card.phase.state()));
    let Some(card) = card else { return Ok(true) };
    let holder = customers::find(tx, platform, card.customer)?.filter(|holder| !holder.is_deleted);
    let channel = serde_json::from_value(alert.detail["channel"].clone()).unwrap_or_default();
    Ok(holder.is_none_or(|holder| contact(&holder, channel).is_some()))
}

/// Reports a message that the gateway did not take, and retries it for as long as the code is valid.
fn retry(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardCodeRecord,
    channel: ContactChannel,
    error: MessageError,
) -> Result<Next, ApiError> {
    unsent_messages::report(tx, context, channel, error)?;
    let at = next_try(record, context.now);
    tracing::warn!(card = %record.card, event = record.event, %channel, why = %error, ?at, "failed to send a card code");
    match at {
        Some(at) => Ok(Next::Again { at }),
        None => end(tx, context, &record.event),
    }
}

/// Returns the time of the next attempt, or `None` if the code has expired by then. Each pause is about as
/// long as all the previous ones together.
fn next_try(record: &CardCodeRecord, now: Time) -> Option<Time> {
    let at = now.plus(now.since(record.received_at).clamp(MIN_RETRY_DELAY, MAX_RETRY_DELAY));
    Some(at).filter(|at| *at < record.expires_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_tried_until_the_code_is_of_no_use() {
        let at = |seconds: i64| Time::from_millis(seconds * 1_000);
        let record = CardCodeRecord {
            event: "e".to_owned(),
            card: CardId::from_uuid(uuid::Uuid::nil()),
            channel: None,
            encrypted: None,
            expires_at: at(1_000 + 200),
            received_at: at(1_000),
        };
        let mut now = at(1_000);
        let mut tries = Vec::new();
        while let Some(next) = next_try(&record, now) {
            tries.push(next.since(at(1_000)).as_secs());
            now = next;
        }
        assert_eq!(tries, [2, 4, 8, 16, 32, 64, 124, 184]);
    }
}
