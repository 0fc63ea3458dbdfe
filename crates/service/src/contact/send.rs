//! A code is sent to a customer (customers 4).

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

/// Keeps a new code, and then sends it. If it cannot be sent it is void, and the request has failed.
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
    // What the write that is committed has prepared; a replayed answer prepares nothing.
    let prepared = Arc::new(Mutex::new(None));
    let (draft, new_code) = (Arc::clone(&prepared), code.clone());
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
            // It is sent, whatever becomes of the alert.
            if let Err(error) =
                unsent_messages::taken_by_itself(&call.app, message.platform, message.channel).await
            {
                tracing::warn!(%error, "an alert that is over could not be closed");
            }
            Ok(answer)
        }
        Err(fault) => Ok(take_back(&call, id, message, code, fault).await),
    }
}

/// Where nothing is sent: whether something could be.
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

/// Makes the code void and calls an operator; the request may be sent again under its key.
async fn take_back<E: Endpoint>(
    call: &Call<E>,
    id: CustomerId,
    message: Message,
    code: String,
    fault: MessageError,
) -> Answer {
    let undo = move |tx: &mut Tx<'_>, context: &Context| {
        lock_live(tx, context.platform, id)?;
        let target = Target { customer: id, channel: message.channel, contact: &message.recipient };
        discard(tx, context, &target, &code, fault == MessageError::NotAvailable)?;
        Ok(unsent_messages::report(tx, context, message.channel, fault)?)
    };
    call.take_back(errors::not_sent(fault), undo).await
}
