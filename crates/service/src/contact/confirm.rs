//! Confirmation of a customer's contact with the code that was sent to it (customers 4).

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_wire::contact::ContactVerificationConfirmRequest;
use causeway_wire::customers::Customer;
use causeway_wire::{Endpoint, Reply};

use super::channel::unconfirmed;
use super::code::{Target, try_code};
use super::errors;
use crate::customers::{confirm_contact, lock_live};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};

/// Confirms the channel if the code is right. A wrong attempt is committed.
pub(super) async fn confirm<E>(call: Call<E>, channel: ContactChannel) -> Result<Answer, ApiError>
where
    E: Endpoint<Body = ContactVerificationConfirmRequest, Success = Customer>,
{
    let id: CustomerId = call.id()?;
    let code = call.body.code.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let customer = lock_live(tx, context.platform, id)?;
        let contact = unconfirmed(&customer, channel)?;
        match try_code(tx, context, &Target { customer: id, channel, contact }, code.as_str())? {
            Ok(()) => {
                let view = confirm_contact(tx, context, customer, channel)?;
                Answer::success(&Reply::<E>::Done(view))
            }
            Err(error) => Ok(Answer::refused(&errors::wrong_code(error))),
        }
    };
    Ok(call.write_answer(&[], write).await)
}

impl FieldChecks for ContactVerificationConfirmRequest {}
