//! `GET /receiver/uma/{receiverUmaAddress}` (money 7.1).

use causeway_domain::customers::UmaAddress;
use causeway_store::lookups::Receiver;
use causeway_store::{Tx, platforms};
use causeway_wire::lookups::{LookupSender, ReceiverUmaLookupResponse};
use causeway_wire::table::LookupUma;

use super::errors;
use super::record::{LookupResult, LookupView};
use super::sender::Sender;
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::uma::key_ring::KeyRing;
use crate::uma::sending::discovery;
use crate::uma_providers::check_provider;

/// Looks up the currencies and required payer fields of a UMA address, and stores them for the quote that
/// follows.
///
/// # Errors
/// The errors of money 7.1.
pub async fn handler(call: Call<LookupUma>) -> Result<Answer, ApiError> {
    let address = UmaAddress::parse(call.path.first()).map_err(|_| errors::invalid_address())?;
    let context = call.context();
    let LookupPreflight { sender, keys } = find(&context, address.clone(), call.query.clone()).await?;
    let answer = discovery::ask(&context.app, context.environment, &keys, &address).await?;
    let world = context.app.ports.of(context.environment);
    let receiver = Receiver::Uma(address.to_string());
    let result = LookupResult::of_offer(world, sender.currency, receiver, answer.offer).await?;
    let nonce = answer.nonce;
    let shown_address = address.to_string();
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        nonce.remember(tx)?;
        let LookupView { lookup_id, supported_currencies, required_payer_data_fields } =
            result.store(tx, context, &sender)?;
        Ok(ReceiverUmaLookupResponse {
            lookup_id,
            supported_currencies,
            required_payer_data_fields,
            receiver_uma_address: shown_address.as_str().into(),
        })
    };
    Ok(call.write(&[], write).await)
}

/// The data that this deployment itself has.
struct LookupPreflight {
    sender: Sender,
    /// The keys that sign the message to the receiver's provider.
    keys: KeyRing,
}

async fn find(
    context: &Context,
    address: UmaAddress,
    named: LookupSender,
) -> Result<LookupPreflight, ApiError> {
    let caller_context = context.clone();
    let read = move |tx: &mut Tx<'_>| {
        if named.sender_uma_address.as_ref().is_some_and(|sent| is_same(sent.as_str(), &address)) {
            return Err(errors::self_payment());
        }
        let platform = platforms::get(tx, caller_context.platform)?;
        let sender = Sender::find(tx, &caller_context, &platform, &named)?;
        check_provider(tx, &caller_context, address.domain())?;
        let host = &caller_context.app.deployment.uma_service_host;
        let own = sender.customer.as_ref().map(|customer| customers::uma_address(customer, &platform, host));
        if own.is_some_and(|own| is_same(&own, &address)) {
            return Err(errors::self_payment());
        }
        Ok(LookupPreflight { sender, keys: KeyRing::load(tx, &caller_context.app, &platform)? })
    };
    context.app.store.read(read).await
}

fn is_same(sent: &str, address: &UmaAddress) -> bool {
    UmaAddress::parse(sent).is_ok_and(|sender| sender == *address)
}
