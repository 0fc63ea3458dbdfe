//! Pay requests between platforms of this deployment (uma 6, 7: the internal layer): the same data and checks
//! as between external providers, without messages. The receiver's platform is asked for its approval, and
//! the requester waits for it.

use std::sync::Arc;

use causeway_domain::customers::UmaAddress;
use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_domain::payments::InternalInvoice;
use causeway_store::payments::PaymentRecord;
use causeway_store::platforms;
use causeway_store::{Error, Tx};

use super::endpoints::{Decision, decision, wait};
use super::errors;
use super::local_receiver;
use super::receiving::{self, PayOrigin, PayRequest, ReceivePreflight, payee_facts};
use crate::customers;
use crate::payments::incoming::uma;
use crate::ports::{UmaInvoice, UmaPayRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::uma_providers;

/// Asks another platform, or the same one, for an invoice, and waits until it has decided.
///
/// # Errors
/// The errors of uma 6.5.
pub(crate) async fn request(
    context: &Context,
    to: PlatformId,
    request: &UmaPayRequest,
) -> Result<UmaInvoice, ApiError> {
    let (receiving_context, receiver) = find(context, to, &request.receiver).await?;
    let preflight = receiving::gather(&receiving_context, receiver, request.amount.currency)
        .await
        .map_err(errors::to_sender)?;
    let payment =
        begin(context, to, receiver, preflight, request.clone()).await.map_err(errors::to_sender)?;
    let decided = match decision(&payment) {
        Decision::Open => wait(&context.app, to, payment.id).await?,
        _ => payment,
    };
    match decision(&decided) {
        Decision::Approved => invoice(context, to, &decided, request).await,
        Decision::Rejected(wants) => Err(errors::rejected(wants)),
        Decision::PayeeDataMissing => Err(errors::invalid_response()),
        // If the payment is decided later, the invoice expires unpaid.
        Decision::Open | Decision::Failed => Err(errors::no_decision()),
    }
}

/// Finds the receiver and the context of its platform.
async fn find(
    context: &Context,
    to: PlatformId,
    address: &UmaAddress,
) -> Result<(Context, CustomerId), ApiError> {
    let app = Arc::clone(&context.app);
    let address = address.clone();
    let read = move |tx: &mut Tx<'_>| {
        let receiving_context = Context::read(tx, &app, to)?;
        let found = customers::find_by_address(tx, to, address.local())?;
        let receiver = found.ok_or_else(errors::unknown_receiver)?;
        Ok((receiving_context, receiver.id))
    };
    context.app.store.read(read).await
}

/// Saves the payment at the receiver's platform, and asks that platform.
async fn begin(
    context: &Context,
    to: PlatformId,
    receiver: CustomerId,
    preflight: ReceivePreflight,
    request: UmaPayRequest,
) -> Result<PaymentRecord, ApiError> {
    let app = Arc::clone(&context.app);
    let from = context.platform;
    let write = move |tx: &mut Tx<'_>| {
        let receiving_context = Context::read(tx, &app, to)?;
        let sender = find_sender(tx, &receiving_context, from, &request)?;
        local_receiver::check_facts(tx, &receiving_context, receiver, &request.payer)?;
        let request = PayRequest {
            sender,
            receiver,
            amount: request.amount,
            payer: request.payer.clone(),
            payee_fields: request.payee_fields.clone(),
            origin: PayOrigin::Internal,
        };
        receiving::begin(tx, &receiving_context, &preflight, request)
    };
    context.app.store.write(&[], write).await
}

/// Returns the sender's address, after checking that the receiver's platform accepts it. A platform that pays
/// for itself has no address; one is derived from its domain.
fn find_sender(
    tx: &mut Tx<'_>,
    receiving_context: &Context,
    from: PlatformId,
    request: &UmaPayRequest,
) -> Result<String, ApiError> {
    let platform = platforms::get(tx, from)?;
    uma_providers::check_sender(tx, receiving_context, &platform)?;
    let domain = customers::uma_domain(&platform, &receiving_context.app.deployment.uma_service_host);
    Ok(request.sender.clone().unwrap_or_else(|| format!("$platform@{domain}")))
}

/// Builds the invoice for the sender (uma 6.3). It expires at the same time on both platforms' clocks, as
/// long as these run alike.
async fn invoice(
    context: &Context,
    to: PlatformId,
    payment: &PaymentRecord,
    request: &UmaPayRequest,
) -> Result<UmaInvoice, ApiError> {
    let receiver = payment.customer.ok_or(Error::Missing)?;
    let read = move |tx: &mut Tx<'_>| customers::peek_live(tx, to, receiver);
    let receiver = context.app.store.read(read).await.map_err(errors::to_sender)?;
    let invoice = InternalInvoice { platform: to, transaction: payment.id };
    Ok(UmaInvoice {
        pay_request: invoice.to_string(),
        amount: request.amount,
        expires_at: request.now.plus(uma::INVOICE),
        payee: payee_facts(payment, &receiver, request.payee_fields.iter().map(|field| field.name)),
    })
}
