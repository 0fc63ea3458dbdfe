//! Pay requests between platforms of this deployment (uma 6, 7: the internal layer): the same data and checks
//! as between external providers, without messages. The receiver's platform is asked for its approval, and
//! the requester waits for it.

use std::sync::Arc;

use causeway_domain::customers::UmaAddress;
use causeway_domain::ids::{CustomerId, PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{IncomingUmaPhase, Phase};
use causeway_domain::payments::{IncomingFailure, InternalInvoice};
use causeway_store::customers::CustomerRecord;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::platforms;
use causeway_store::{Error, Tx};
use serde_json::{Map, Value as Json};

use super::errors;
use super::local_receiver;
use super::receive::{self, PayRequest};
use crate::customers;
use crate::payments::incoming::uma;
use crate::ports::{UmaInvoice, UmaPayRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::timers;
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
    let preflight = receive::gather(&receiving_context, receiver, request.amount.currency)
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
    preflight: receive::ReceivePreflight,
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
            is_internal: true,
        };
        receive::begin(tx, &receiving_context, &preflight, request)
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

/// The decision about a payment.
enum Decision {
    Open,
    Approved,
    Rejected(Vec<String>),
    PayeeDataMissing,
    Failed,
}

fn decision(payment: &PaymentRecord) -> Decision {
    let Phase::IncomingUma(phase) = payment.phase() else { return Decision::Failed };
    match phase {
        IncomingUmaPhase::Created | IncomingUmaPhase::AwaitingDecision => Decision::Open,
        IncomingUmaPhase::Approved => Decision::Approved,
        IncomingUmaPhase::Rejected => {
            let incoming_uma = payment.state().incoming_uma.as_ref();
            Decision::Rejected(
                incoming_uma.map(|incoming_uma| incoming_uma.wants.clone()).unwrap_or_default(),
            )
        }
        IncomingUmaPhase::Failed { reason: IncomingFailure::MissingMandatoryPayeeData, .. } => {
            Decision::PayeeDataMissing
        }
        IncomingUmaPhase::Received
        | IncomingUmaPhase::PayingOut
        | IncomingUmaPhase::Credited
        | IncomingUmaPhase::Failed { .. } => Decision::Failed,
    }
}

/// Waits until the payment is decided, and returns it; after the timeout, in its current state.
async fn wait(app: &Arc<App>, to: PlatformId, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let deciding = async {
        loop {
            timers::pause(timers::PAY_REQUEST_POLL_INTERVAL).await;
            let payment = fetch_payment(app, to, id).await?;
            if !matches!(decision(&payment), Decision::Open) {
                return Ok(payment);
            }
        }
    };
    match timers::within(timers::PAY_REQUEST, deciding).await {
        Ok(decided) => decided,
        Err(timers::Timeout) => fetch_payment(app, to, id).await,
    }
}

async fn fetch_payment(app: &Arc<App>, to: PlatformId, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let read = move |tx: &mut Tx<'_>| Ok(payments::find(tx, to, id)?.ok_or(Error::Missing)?);
    app.store.read(read).await
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
        payee: payee(payment, &receiver, request),
    })
}

/// Returns the requested facts about the receiver: from its platform's approval, or else from its record (uma
/// 11).
fn payee(payment: &PaymentRecord, receiver: &CustomerRecord, request: &UmaPayRequest) -> Map<String, Json> {
    let receiver_facts =
        payment.state().incoming_uma.as_ref().and_then(|incoming_uma| incoming_uma.given.as_ref());
    let fact = |name: &str| receiver_facts.and_then(|receiver_facts| receiver_facts.get(name)).cloned();
    let fields = request.payee_fields.iter().map(|field| field.name);
    let known = fields.filter_map(|name| {
        let value = fact(name.as_str()).or_else(|| customers::fact(receiver, name))?;
        Some((name.as_str().to_owned(), value))
    });
    known.collect()
}
