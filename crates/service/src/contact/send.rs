//! Sending of verification codes to customers (customers 4).

use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::contact::{CODE_LIFETIME, ContactChannel, code_text};
use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_wire::{Empty, Endpoint};

use super::channel::unconfirmed;
use super::code::{Target, discard, keep};
use super::errors;
use crate::customers::{get_live, lock_live};
use crate::ports::{Message, MessageError, MessageStyle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::unsent_messages;

/// Stores a new code, then sends it. If it cannot be sent, the code is voided and the request fails.
pub(super) async fn send<E>(call: Call<E>, channel: ContactChannel) -> Result<Answer, ApiError>
where
    E: Endpoint<Success = Empty>,
{
    let id: CustomerId = call.id()?;
    let messages = Arc::clone(&call.app.ports.of(call.caller.environment).messages);
    if messages.fixed_code().is_some() {
        return Ok(call.write(&[], move |tx, context| check_only(tx, context, id, channel)).await);
    }
    let code = code_text(call.app.ids.bytes());
    // Set by the write that commits; a replayed response leaves it empty.
    let prepared = Arc::new(Mutex::new(None));
    let draft = Arc::clone(&prepared);
    let new_code = code.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let message = prepare(tx, context, id, channel, &new_code)?;
        *draft.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        Ok(Empty)
    };
    let answer = call.write(&[], write).await;
    let message = prepared.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(message) = message.filter(|_| answer.status().is_success()) else { return Ok(answer) };
    match messages.send(&message).await {
        Ok(()) => {
            // The code was sent, even if closing the alert fails.
            if let Err(error) =
                unsent_messages::close_in_own_transaction(&call.app, message.platform, message.channel).await
            {
                tracing::warn!(%error, "failed to close a settled alert");
            }
            Ok(answer)
        }
        Err(error) => Ok(take_back(&call, id, message, code, error).await),
    }
}

/// Checks that a code could be sent, for environments that send none.
fn check_only(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    channel: ContactChannel,
) -> Result<Empty, ApiError> {
    unconfirmed(&get_live(tx, context.platform, id)?, channel)?;
    Ok(Empty)
}

fn prepare(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    channel: ContactChannel,
    code: &str,
) -> Result<Message, ApiError> {
    let customer = lock_live(tx, context.platform, id)?;
    let contact = unconfirmed(&customer, channel)?;
    keep(tx, context, &Target { customer: id, channel, contact }, code)?;
    Ok(Message {
        id: context.ids().uuid(context.now),
        platform: context.platform,
        channel,
        recipient: contact.to_owned(),
        subject: "Your verification code".to_owned(),
        text: format!("Your verification code is {code}. It can be used for 10 minutes."),
        expires_at: Some(context.now.plus(CODE_LIFETIME)),
        style: MessageStyle::default(),
    })
}

/// Voids the code and raises an alert; the request may be repeated under its idempotency key.
async fn take_back<E: Endpoint>(
    call: &Call<E>,
    id: CustomerId,
    message: Message,
    code: String,
    error: MessageError,
) -> Answer {
    let undo = move |tx: &mut Tx<'_>, context: &Context| {
        lock_live(tx, context.platform, id)?;
        let target = Target { customer: id, channel: message.channel, contact: &message.recipient };
        discard(tx, context, &target, &code, error == MessageError::NotAvailable)?;
        Ok(unsent_messages::report(tx, context, message.channel, error)?)
    };
    call.undo_write(errors::not_sent(error), undo).await
}
