//! `POST /uma/payreq/{token}` (uma 6.2).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::uma_requests::{self, UmaRequestRecord};
use causeway_store::{Error, Tx, customers as customer_rows, uma_nonces};
use causeway_uma::counterparty::is_within_bounds;
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_uma::pay::PayRequest;
use causeway_wire::Code;

use super::decision::{Decision, decision, wait};
use super::discovery::{check_sender, used_nonce};
use super::message::{MessageOutcome, Origin, WireError, WireReply, WireRequest, committed};
use super::request_hash::request_hash;
use super::verify::{SignedMessage, signed_at, verify};
use super::{invoice, travel_rule};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::uma::receiving::{
    self, PayOrigin, PayRequest as Incoming, ReceivePreflight, Settlement, SettlementError,
};
use crate::uma::tokens::token_hash;
use crate::uma::travel_rule::{TravelRuleData, store as store_travel_rule};

/// A pay request with the discovery that it follows.
#[derive(Debug, Clone)]
struct Subject {
    platform: PlatformRecord,
    record: UmaRequestRecord,
    /// The receiver's address.
    receiver: Option<String>,
    request: PayRequest,
    hash: Vec<u8>,
}

/// The discovery that a token stands for.
struct UsableDiscovery {
    platform: PlatformRecord,
    record: UmaRequestRecord,
    /// The receiver's address.
    receiver: Option<String>,
}

/// The result of the checks of a pay request outside of the database.
#[derive(Debug)]
struct Preflight {
    rates: ReceivePreflight,
    settlement: Settlement,
    /// `None` if the payer's provider has sent none.
    travel_rule: Option<TravelRuleData>,
}

/// Answers a pay request with an invoice, after the platform's approval.
pub(super) async fn answer(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
    token: &str,
) -> Result<WireReply, WireError> {
    let UsableDiscovery { platform, record, receiver } = find(app, origin, token).await?;
    let request = PayRequest::parse(&request.body)
        .map_err(|error| WireError::refused(error.code(), &error.to_string()))?;
    if !is_within_bounds(request.payer_data.fields()) {
        let reason = "The payer data is too large: at most 64 fields of 1 KiB each, and 3 levels deep.";
        return Err(WireError::refused(WireCode::ParsePayreqRequestError, reason));
    }
    let subject = Subject { platform, record, receiver, hash: request_hash(&request), request };
    check_peer(app, origin, &subject).await?;
    let signed = SignedMessage {
        domain: subject.request.payer_data.identifier().host(),
        signature: &subject.request.payer_data.compliance().signature,
        payload: &subject.request.payload(),
        backing: &subject.request.payer_data.compliance().backing_signatures,
    };
    verify(app, &subject.platform, signed).await?;
    let payment = begin(app, &subject).await?;
    let transaction = payment.id;
    let decided = match decision(&payment) {
        Decision::Open => wait(app, subject.platform.id, transaction).await?,
        _ => payment,
    };
    match decision(&decided) {
        Decision::Approved => invoice::answer(app, &subject.platform, &subject.request, &decided).await,
        Decision::Rejected(wants) => Err(rejected(&wants)),
        Decision::PayeeDataMissing => {
            let reason = "The receiver's platform does not give the requested data.";
            Err(WireError::refused(WireCode::MissingMandatoryPayeeData, reason))
        }
        Decision::Open | Decision::Failed => {
            Err(WireError::refused(WireCode::InternalError, "The receiver's platform has not decided."))
        }
    }
}

/// Finds the discovery of a token that can still be used.
async fn find(app: &Arc<App>, origin: Origin, token: &str) -> Result<UsableDiscovery, WireError> {
    let shared = Arc::clone(app);
    let hash = token_hash(token);
    let read = move |tx: &mut Tx<'_>| {
        let record = uma_requests::find_by_token(tx, &hash)?.ok_or_else(unknown_request)?;
        let platform = platforms::get(tx, record.platform)?;
        origin.check_reaches(&platform)?;
        let context = Context::of_service(&shared, &platform, tx.wall());
        let payment = payments::find(tx, record.platform, record.transaction)?;
        let payment = payment.filter(|payment| is_usable(&context, &record, payment));
        let payment = payment.filter(|_| !platform.is_disabled).ok_or_else(unknown_request)?;
        let receiver = payment.terms.uma.as_ref().map(|uma| uma.receiver.clone());
        Ok(UsableDiscovery { platform, record, receiver })
    };
    app.store.read(read).await
}

/// Returns `true` for a token that is not used up: unused and not expired, or used for a payment that is not
/// paid yet.
fn is_usable(context: &Context, record: &UmaRequestRecord, payment: &PaymentRecord) -> bool {
    match decision(payment) {
        Decision::Open | Decision::Approved => {
            record.request_hash.is_some() || context.now < record.expires_at
        }
        Decision::Rejected(_) | Decision::PayeeDataMissing | Decision::Failed => false,
    }
}

/// Checks that the payer is at the provider of the discovery, and that this provider is still allowed.
async fn check_peer(app: &Arc<App>, origin: Origin, subject: &Subject) -> Result<(), WireError> {
    let peer = subject.request.payer_data.identifier().host().clone();
    if peer.as_str() != subject.record.peer_domain {
        return Err(not_accepted("The payer's address is not at the provider that sent the discovery."));
    }
    let shared = Arc::clone(app);
    let platform = subject.platform.id;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        check_sender(tx, &context, origin, &peer)
    };
    app.store.read(read).await
}

/// Begins the payment, or joins an equal request that has begun it.
async fn begin(app: &Arc<App>, subject: &Subject) -> Result<PaymentRecord, WireError> {
    let checked = match preflight(app, subject).await {
        Ok(preflight) => Ok(preflight),
        Err(WireError::Refused(body)) => Err(body),
        Err(error) => return Err(error),
    };
    let shared = Arc::clone(app);
    let subject = subject.clone();
    let write = move |tx: &mut Tx<'_>| -> Result<MessageOutcome<PaymentRecord>, WireError> {
        let context = Context::read(tx, &shared, subject.platform.id)?;
        let locked = lock(tx, &context, &subject)?;
        let signature = &subject.request.payer_data.compliance().signature;
        let peer = &subject.record.peer_domain;
        let is_new = uma_nonces::remember(tx, peer, signature.nonce.as_str(), signed_at(signature))?;
        let Some((mut draft, record)) = locked else { return committed(Err(unknown_request())) };
        match &record.request_hash {
            Some(hash) if *hash == subject.hash => return Ok(Ok(draft.payment)),
            Some(_) => return committed(Err(unknown_request())),
            None if !is_new => return committed(Err(used_nonce())),
            None => {}
        }
        let preflight = match &checked {
            Err(body) => return Ok(Err(body.clone())),
            Ok(preflight) => preflight,
        };
        let payment = match committed(prepare(tx, &context, &subject, preflight, &draft.payment))? {
            Err(body) => return Ok(Err(body)),
            Ok(payment) => payment,
        };
        draft.replace_draft(tx, &context, payment)?;
        if let Some(data) = &preflight.travel_rule {
            store_travel_rule(tx, &context, draft.payment.id, data)?;
        }
        receiving::ask(tx, &context, &mut draft)?;
        uma_requests::update(tx, &used(&subject, record))?;
        Ok(Ok(draft.payment))
    };
    app.store.write(&[], write).await?.map_err(WireError::Refused)
}

/// Locks the payment of a token, its request and its receiver, or returns `None` if the token is used up.
fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    subject: &Subject,
) -> Result<Option<(LockedPayment, UmaRequestRecord)>, WireError> {
    let transaction = subject.record.transaction;
    let Some(draft) = payments::lock_replaceable(tx, context.platform, transaction)? else { return Ok(None) };
    let draft = LockedPayment::stored(draft);
    let record = uma_requests::lock(tx, context.platform, transaction)?.ok_or(Error::Missing)?;
    // The nonce comes after the customer (docs/internals/locks.md).
    customer_rows::hold(tx, context.platform, record.customer)?;
    Ok(is_usable(context, &record, &draft.payment).then_some((draft, record)))
}

/// Returns the stored request after its use. It keeps the text that the invoice commits to, which contains the
/// signature of the first message.
fn used(subject: &Subject, mut record: UmaRequestRecord) -> UmaRequestRecord {
    record.request_hash = Some(subject.hash.clone());
    let hash = invoice::description_hash(&record.offer.metadata, &subject.request);
    record.offer.description_hash = Some(hex::encode(&hash));
    record
}

/// Checks what the message alone tells, and prices it with current rates.
async fn preflight(app: &Arc<App>, subject: &Subject) -> Result<Preflight, WireError> {
    let Subject { platform, record, request, .. } = subject;
    let takes =
        record.offer.currencies.iter().find(|takes| takes.currency.as_str() == request.convert.as_str());
    let Some(takes) = takes.filter(|_| request.has_allowed_amount_currency()) else {
        let reason = "The receiver does not take this currency.";
        return Err(WireError::refused(WireCode::InvalidCurrency, reason));
    };
    let world = app.ports.of(platform.environment);
    let now = app.clock.now();
    let settlement = Settlement::price(world, &record.offer, request, takes.currency, now).await;
    let settlement = settlement.map_err(not_settled)?;
    if !(takes.minimum..=takes.maximum).contains(&settlement.amount.minor) {
        return Err(out_of_range());
    }
    if subject.receiver.as_deref() == Some(sender(request).as_str()) {
        return Err(not_accepted("Sender and receiver are the same."));
    }
    check_parties(subject)?;
    let travel_rule = travel_rule::read(app, platform.id, request).await?;
    let context = context_of(app, platform.id).await?;
    let rates = receiving::gather(&context, record.customer, takes.currency).await.map_err(not_begun)?;
    Ok(Preflight { rates, settlement, travel_rule })
}

/// Checks the data about payer and payee.
fn check_parties(subject: &Subject) -> Result<(), WireError> {
    let Subject { record, request, .. } = subject;
    let facts = receiving::payer_facts(&request.payer_data);
    let missing = receiving::missing_facts(&record.offer.payer_fields, &facts);
    if !missing.is_empty() {
        return Err(WireError::Refused(Box::new(ErrorBody::missing_payer_data(missing))));
    }
    let unknown = request.payee_data.unknown_mandatory_keys();
    if unknown.is_empty() {
        return Ok(());
    }
    let reason = format!("These keys of payee data are not known: {}.", unknown.join(", "));
    Err(WireError::refused(WireCode::UnrecognizedMandatoryPayeeDataKey, &reason))
}

async fn context_of(app: &Arc<App>, platform: PlatformId) -> Result<Context, WireError> {
    let shared = Arc::clone(app);
    app.store.read(move |tx| Ok(Context::read(tx, &shared, platform)?)).await
}

/// Checks everything again under the locks, and returns the payment that replaces the draft.
fn prepare(
    tx: &mut Tx<'_>,
    context: &Context,
    subject: &Subject,
    preflight: &Preflight,
    draft: &PaymentRecord,
) -> Result<PaymentRecord, WireError> {
    let Subject { record, request, .. } = subject;
    if draft.phase() != IncomingUmaPhase::Created.into() {
        return Err(unknown_request());
    }
    let incoming = Incoming {
        sender: sender(request),
        receiver: record.customer,
        amount: preflight.settlement.amount,
        payer: receiving::payer_facts(&request.payer_data),
        payee_fields: receiving::payee_fields(&request.payee_data),
        origin: PayOrigin::Message {
            draft: Box::new(draft.clone()),
            layer: preflight.settlement.layer,
            settlement: preflight.settlement.terms,
        },
    };
    receiving::prepare(tx, context, &preflight.rates, incoming).map_err(not_begun)
}

/// Returns the payer's address in the stored form.
fn sender(request: &PayRequest) -> String {
    request.payer_data.identifier().as_str().to_ascii_lowercase()
}

/// Maps the refusal of a payment to that of the message (uma 6.2).
fn not_begun(error: ApiError) -> WireError {
    match error.code {
        Code::UserNotFound => unknown_request(),
        Code::InvalidCurrency => {
            WireError::refused(WireCode::InvalidCurrency, "The receiver does not take this currency.")
        }
        Code::AmountOutOfRange => out_of_range(),
        Code::UserNotReady | Code::EndUserTermsNotAccepted | Code::InvalidInput => {
            WireError::refused(WireCode::UserNotReady, "The receiver cannot be paid at the moment.")
        }
        _ => error.into(),
    }
}

fn not_settled(error: SettlementError) -> WireError {
    match error {
        SettlementError::NotOffered => {
            WireError::refused(WireCode::InvalidInput, "This settlement option is not offered.")
        }
        SettlementError::NoRate => {
            WireError::refused(WireCode::InternalError, "There is no exchange rate at the moment.")
        }
        SettlementError::Amount => out_of_range(),
    }
}

fn out_of_range() -> WireError {
    WireError::refused(WireCode::AmountOutOfRange, "The amount that arrives is too small or too large.")
}

fn not_accepted(reason: &str) -> WireError {
    WireError::refused(WireCode::SenderNotAccepted, reason)
}

/// Returns the refusal of a platform that does not want the payment, or needs more data about the payer.
fn rejected(wants: &[String]) -> WireError {
    if wants.is_empty() {
        return not_accepted("The receiver's platform does not accept the payment.");
    }
    let keys = receiving::wire_keys(wants);
    WireError::Refused(Box::new(ErrorBody::missing_payer_data(keys)))
}

fn unknown_request() -> WireError {
    WireError::refused(WireCode::RequestNotFound, "No pay request is expected under this token.")
}
