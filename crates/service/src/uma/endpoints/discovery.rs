//! `GET /.well-known/lnurlp/{user}` (uma 5).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::customers::UmaAddress;
use causeway_domain::ids::{CustomerId, TransactionId};
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::payments;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::uma_offers::UmaOffer;
use causeway_store::uma_requests::{self, UmaRequestRecord};
use causeway_store::{Tx, uma_nonces};
use causeway_uma::addresses::{Host, Identifier};
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, ReceiverCompliance};
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_uma::signing::Nonce;
use causeway_uma::{Currency, ProtocolVersion, WireKycStatus};
use causeway_wire::Code;

use super::message::{MessageOutcome, Origin, WireError, WireReply, WireRequest, committed};
use super::platform::platform_at;
use super::verify::{SignedMessage, seconds, signed_at, verify};
use crate::customers;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::settings::{SANDBOX_UMA_DOMAIN, Settings};
use crate::uma::key_ring::KeyRing;
use crate::uma::local_receiver;
use crate::uma::receiving::{self, Receiver};
use crate::uma::tokens;
use crate::uma_providers;

/// Validity of a callback (uma 5.2).
const CALLBACK: Duration = Duration::from_mins(15);

/// A request that names a receiver, and the sides of its answer.
#[derive(Debug, Clone)]
struct Subject {
    platform: PlatformRecord,
    request: DiscoveryRequest,
    version: ProtocolVersion,
    origin: Origin,
}

/// The receiver's side of a discovery: what was stored.
#[derive(Debug, Clone)]
struct Discovery {
    record: UmaRequestRecord,
    receiver: Identifier,
    /// The token in the callback.
    token: String,
}

/// Answers a discovery with the receiver's currencies, and leaves a payment in status `CREATED`.
pub(super) async fn answer(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
    user: &str,
) -> Result<WireReply, WireError> {
    let subject = subject(app, origin, request, user).await?;
    let signed = SignedMessage {
        domain: &subject.request.vasp_domain,
        signature: &subject.request.signature,
        payload: &subject.request.payload(),
        backing: &subject.request.backing_signatures,
    };
    verify(app, &subject.platform, signed).await?;
    let mut discovery = record(app, &subject).await?;
    let world = app.ports.of(subject.platform.environment);
    let Some(offer) = receiving::priced(world, discovery.record.offer.clone()).await else {
        fail(app, &discovery.record).await?;
        return Err(WireError::refused(WireCode::InternalError, "There is no exchange rate at the moment."));
    };
    if offer != discovery.record.offer {
        discovery.record.offer = offer;
        store_offer(app, &discovery.record).await?;
    }
    reply(app, &subject, &discovery).await
}

/// Reads a request, and checks version, receiver, sender and velocity, in this order (uma 5.1).
async fn subject(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
    user: &str,
) -> Result<Subject, WireError> {
    let shared = Arc::clone(app);
    let (host, user, query) = (request.host.clone(), user.to_owned(), request.query.clone());
    let read = move |tx: &mut Tx<'_>| {
        let platform = platform_at(tx, &shared, origin, &host)?;
        let domain = customers::uma_domain(&platform, &shared.deployment.uma_service_host);
        let request = DiscoveryRequest::parse(&user, &domain, &query)
            .map_err(|error| WireError::refused(error.code(), &error.to_string()))?;
        let version = ProtocolVersion::negotiate(request.uma_version)
            .map_err(|other| WireError::Refused(Box::new(ErrorBody::unsupported_version(other.0))))?;
        let address = local_address(&request.receiver)?;
        let Some(customer) = customers::find_by_address(tx, platform.id, address.local())? else {
            return Err(unknown_user());
        };
        let context = Context::read(tx, &shared, platform.id)?;
        check_sender(tx, &context, origin, &request.vasp_domain)?;
        // A flood costs neither a fetch nor a write.
        check_velocity(tx, &context, customer.id, &request.vasp_domain)?;
        Ok(Subject { platform, request, version, origin })
    };
    app.store.read(read).await
}

fn local_address(receiver: &Identifier) -> Result<UmaAddress, WireError> {
    UmaAddress::parse(receiver.as_str()).map_err(|_| unknown_user())
}

/// Checks that the platform takes payments from a provider (uma 12).
pub(super) fn check_sender(
    tx: &mut Tx<'_>,
    context: &Context,
    origin: Origin,
    peer: &Host,
) -> Result<(), WireError> {
    if origin == Origin::Network && is_simulated(tx, context, peer)? {
        return Err(sender_not_allowed());
    }
    match uma_providers::check_provider(tx, context, peer.as_str()) {
        Ok(()) => Ok(()),
        Err(error) if error.code == Code::CounterpartyNotAllowed => Err(sender_not_allowed()),
        Err(error) => Err(error.into()),
    }
}

/// Returns `true` for a provider that this process simulates: its messages do not come from outside.
fn is_simulated(tx: &mut Tx<'_>, context: &Context, peer: &Host) -> Result<bool, ApiError> {
    let domains = Settings::of(tx, context)?.get(&SANDBOX_UMA_DOMAIN)?;
    Ok(context.app.ports.of(context.environment).uma_peers.simulates(peer.as_str(), &domains))
}

/// Checks the limits of discoveries (uma 12).
fn check_velocity(
    tx: &mut Tx<'_>,
    context: &Context,
    receiver: CustomerId,
    peer: &Host,
) -> Result<(), WireError> {
    if receiving::is_within_limits(tx, context, receiver, peer.as_str())? {
        return Ok(());
    }
    let reason = "There were too many discoveries; send fewer.";
    Err(WireError::refused(WireCode::VelocityLimitExceeded, reason))
}

fn sender_not_allowed() -> WireError {
    let reason = "This provider takes no payments from the sending provider.";
    WireError::refused(WireCode::CounterpartyNotAllowed, reason)
}

/// Records the nonce, and then the discovery unless it is refused.
async fn record(app: &Arc<App>, subject: &Subject) -> Result<Discovery, WireError> {
    let shared = Arc::clone(app);
    let subject = subject.clone();
    let write = move |tx: &mut Tx<'_>| -> Result<MessageOutcome<Discovery>, WireError> {
        let context = Context::read(tx, &shared, subject.platform.id)?;
        let DiscoveryRequest { vasp_domain, signature, .. } = &subject.request;
        let at = signed_at(signature);
        if !uma_nonces::remember(tx, vasp_domain.as_str(), signature.nonce.as_str(), at)? {
            return committed(Err(used_nonce()));
        }
        committed(begin(tx, &context, &subject))
    };
    app.store.write(&[], write).await?.map_err(WireError::Refused)
}

/// Stores a discovery and its payment. Everything is checked before the first row is written.
fn begin(tx: &mut Tx<'_>, context: &Context, subject: &Subject) -> Result<Discovery, WireError> {
    let platform = platforms::get(tx, context.platform)?;
    let host = &context.app.deployment.uma_service_host;
    let address = local_address(&subject.request.receiver)?;
    let (customer, takes) =
        local_receiver::receiver(tx, context, &platform, &address).map_err(not_receiving)?;
    let address = customers::uma_address(&customer, &platform, host);
    let address = Identifier::parse(&address).map_err(ApiError::internal)?;
    let receiver = Receiver { customer, address, takes };
    let settings = Settings::of(tx, context)?;
    let offer = receiving::open_offer(context, &settings, &receiver, subject.origin.is_internal())?;
    let Some(primary) = offer.currencies.first().filter(|_| !offer.layers.is_empty()) else {
        return Err(not_ready());
    };
    let peer = subject.request.vasp_domain.as_str();
    check_velocity(tx, context, receiver.customer.id, &subject.request.vasp_domain)?;
    let mut payment = LockedPayment::new(receiving::draft(context, &receiver, primary.currency, peer));
    payment.save(tx, context)?;
    let token = tokens::new_token(context.ids());
    let record = request_record(context, &receiver, payment.payment.id, peer, &token, offer);
    uma_requests::insert(tx, &record)?;
    Ok(Discovery { record, receiver: receiver.address, token })
}

fn request_record(
    context: &Context,
    receiver: &Receiver,
    transaction: TransactionId,
    peer: &str,
    token: &str,
    offer: UmaOffer,
) -> UmaRequestRecord {
    UmaRequestRecord {
        platform: context.platform,
        transaction,
        customer: receiver.customer.id,
        token_hash: tokens::token_hash(token),
        peer_domain: peer.to_owned(),
        offer,
        request_hash: None,
        answer: None,
        expires_at: context.now.plus(CALLBACK),
        created_at: context.now,
    }
}

/// Stores the prices of an offer, unless its payment is over.
async fn store_offer(app: &Arc<App>, record: &UmaRequestRecord) -> Result<(), WireError> {
    let record = record.clone();
    let write = move |tx: &mut Tx<'_>| -> Result<(), WireError> {
        let UmaRequestRecord { platform, transaction, .. } = record;
        if payments::lock(tx, platform, transaction)?.is_none() {
            return Ok(());
        }
        let Some(stored) = uma_requests::lock(tx, platform, transaction)? else { return Ok(()) };
        Ok(uma_requests::update(tx, &UmaRequestRecord { offer: record.offer.clone(), ..stored })?)
    };
    app.store.write(&[], write).await
}

/// Fails the payment of a discovery that cannot be answered.
async fn fail(app: &Arc<App>, record: &UmaRequestRecord) -> Result<(), WireError> {
    let shared = Arc::clone(app);
    let UmaRequestRecord { platform, transaction, .. } = *record;
    let write = move |tx: &mut Tx<'_>| -> Result<(), WireError> {
        let context = Context::read(tx, &shared, platform)?;
        let Some(mut locked) = LockedPayment::find(tx, platform, transaction)? else { return Ok(()) };
        Ok(locked.apply(tx, &context, IncomingUmaEvent::HandlingFailed)?)
    };
    app.store.write(&[], write).await
}

/// Returns the signed answer.
async fn reply(app: &Arc<App>, subject: &Subject, discovery: &Discovery) -> Result<WireReply, WireError> {
    let shared = Arc::clone(app);
    let platform = subject.platform.clone();
    let read = move |tx: &mut Tx<'_>| KeyRing::load(tx, &shared, &platform);
    let keys = app.store.read(read).await?;
    let (currencies, settlement_options) = receiving::wire_offer(&discovery.record.offer);
    let sendable = Currency::sendable_range(&currencies).ok_or(causeway_store::Error::Missing)?;
    let response = DiscoveryResponse {
        callback: tokens::callback(app, "payreq", &discovery.token)?,
        sendable,
        metadata: discovery.record.offer.metadata.clone(),
        currencies,
        payer_data: receiving::payer_data(&discovery.record.offer.payer_fields),
        compliance: ReceiverCompliance::sign(
            keys.signing(),
            discovery.receiver.clone(),
            // Others are not ready.
            WireKycStatus::Verified,
            Nonce::from_random(app.ids.bytes()),
            seconds(app.clock.now()),
        ),
        uma_version: subject.version,
        settlement_options,
        comment_allowed: 0,
    };
    Ok(WireReply::of(response.to_json()))
}

/// Maps the refusal of a receiver to that of the message.
fn not_receiving(error: ApiError) -> WireError {
    match error.code {
        Code::UmaNotFound => unknown_user(),
        Code::UserNotReady => not_ready(),
        _ => error.into(),
    }
}

fn unknown_user() -> WireError {
    WireError::refused(WireCode::UserNotFound, "No customer of this provider has the address.")
}

fn not_ready() -> WireError {
    WireError::refused(WireCode::UserNotReady, "The receiver cannot be paid yet.")
}

/// Returns the refusal of a message that may be a repetition by a third party.
pub(super) fn used_nonce() -> WireError {
    WireError::refused(WireCode::InvalidNonce, "The nonce was used before.")
}
