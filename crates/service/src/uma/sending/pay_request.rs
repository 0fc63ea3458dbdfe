//! The pay request to another provider: a fixed price, and an invoice to pay (uma 6.1, 6.3, 6.4).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::currency;
use causeway_domain::customers::UmaAddress;
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::payments::LayerName;
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::rates::Decimal;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::{Callback, Identifier};
use causeway_uma::counterparty::{CounterpartyDataOptions, is_within_bounds, key_of_field};
use causeway_uma::pay::{PayAmount, PayRequest, PayResponse, PayResponseError, PayerCompliance, PayerData};
use causeway_uma::signing::{MessageSignature, Nonce, payload};
use causeway_uma::travel_rule::TravelRuleFormat;
use causeway_uma::{ProtocolVersion, SettlementChoice, WireCurrencyCode, WireKycStatus};
use causeway_wire::Code;
use serde_json::{Map, Value as Json};

use super::answers::{self, SignedNonce, SignedParts, seconds};
pub(crate) use super::invoice_check::PayableRequest;
use super::refusals::{self, Step};
use super::{invoice_check, offer, payer_data, travel_rule};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::Secret;
use crate::runtime::outbound::Failure;
use crate::uma::exchange::{self, PeerAnswer};
use crate::uma::hooks::{AgreedHooks, OwnCallback};
use crate::uma::key_ring::KeyRing;
use crate::uma::peer_keys::Verifier;
use crate::uma::receiving::wire_facts;

/// A pay request to be sent. It moves no money.
#[derive(Debug, Clone)]
pub(crate) struct PayOrder {
    /// The URL in the provider's offer.
    pub(crate) callback: String,
    pub(crate) receiver: UmaAddress,
    /// The payer's UMA address.
    pub(crate) payer: String,
    pub(crate) kyc_status: WireKycStatus,
    pub(crate) locked: LockedAmount,
    /// The receiving currency.
    pub(crate) currency: CurrencyCode,
    pub(crate) layer: LayerName,
    /// Layer and asset as the message has them; `None` means Lightning.
    pub(crate) settlement: Option<SettlementChoice>,
    /// Facts about the payer by field name, or by key if the provider asks for one without a name.
    pub(crate) facts: Map<String, Json>,
    /// The fields about the receiver that the payer's side asks for.
    pub(crate) wants: Vec<CounterpartyField>,
    /// The Travel Rule data of the payment, to be encrypted; `None` if it needs none (uma 6.1).
    pub(crate) travel_rule: Option<Secret<String>>,
}

/// The parts of a request that are made for its provider.
struct PeerParts {
    encrypted_travel_rule_info: Option<String>,
    utxo_callback: Option<Callback>,
}

/// The amount of a pay request, by the side that is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LockedAmount {
    /// v: in settlement units.
    Settlement(i64),
    /// a: in smallest units of the receiving currency.
    Receiving(i64),
}

/// A provider's verified answer to a pay request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PayAnswer {
    /// The payment request as sent.
    pub(crate) pay_request: String,
    pub(crate) invoice: PayableRequest,
    /// R: the amount that arrives.
    pub(crate) received: i64,
    /// m: settlement units per smallest unit of the receiving currency.
    pub(crate) multiplier: Decimal,
    /// f: in settlement units.
    pub(crate) fee: i64,
    /// The provider's data about the receiver, by field name.
    pub(crate) payee: Map<String, Json>,
    /// `None` on a layer without hooks.
    pub(crate) hooks: Option<AgreedHooks>,
    /// To be remembered in the write that uses the answer.
    pub(crate) nonce: SignedNonce,
}

/// Sends the request once, and checks the answer.
///
/// # Errors
/// The errors of uma 6.4 and 6.5 at a quote.
pub(crate) async fn ask(
    app: &Arc<App>,
    environment: Environment,
    keys: &KeyRing,
    order: &PayOrder,
) -> Result<PayAnswer, ApiError> {
    let receiver = Identifier::parse(&order.receiver.to_string()).map_err(ApiError::internal)?;
    let callback = OwnCallback::new(app, order.layer)?;
    let parts = PeerParts {
        encrypted_travel_rule_info: match &order.travel_rule {
            Some(content) => Some(travel_rule::encrypt(app, environment, receiver.host(), content).await?),
            None => None,
        },
        utxo_callback: callback.as_ref().map(|callback| callback.url.clone()),
    };
    let (payer, request) = request(app, keys, order, parts)?;
    let sent_at = app.clock.now();
    let answered =
        exchange::post(app, environment, receiver.host(), &order.callback, request.to_json()).await;
    let answered = answered.map_err(|failure| refusals::of_failure(Step::PayRequest, failure))?;
    let PeerAnswer { response, own_layer } = answered;
    if response.status != 200 {
        return Err(refusals::of_status(Step::PayRequest, &response));
    }
    let answer = PayResponse::parse(&response.body).map_err(|error| unreadable(&error))?;
    let nonce = verify(app, keys.verifier(environment), &receiver, &payer, &answer).await?;
    let unusable = |reason: &str| {
        let message = format!("The answer of the receiver's provider is not what was asked for: {reason}.");
        refusals::unusable(Step::PayRequest, &message)
    };
    let invoice = if order.layer.moves_currencies() {
        payable_here(&answer, &request.amount, order.layer, own_layer, sent_at)
    } else {
        invoice_check::check(&answer, &request.amount, environment, app.clock.now())
    };
    let invoice = invoice.map_err(unusable)?;
    let peer_callback = answer.payee_data.compliance.utxo_callback.clone();
    let hooks = callback.map(|callback| callback.answered(receiver.host().as_str(), peer_callback.as_ref()));
    let checked = read(order, &request, answer, invoice, nonce).map_err(unusable)?;
    Ok(PayAnswer { hooks, ..checked })
}

/// Checks a payment request of a layer on which only an answer from this process counts.
fn payable_here(
    answer: &PayResponse,
    requested: &PayAmount,
    layer: LayerName,
    own_layer: Option<LayerName>,
    sent_at: Time,
) -> Result<PayableRequest, &'static str> {
    if own_layer == Some(layer) {
        invoice_check::check_own(answer, requested, layer, sent_at)
    } else {
        Err("its layer is not one between providers")
    }
}

/// Returns the error for a request that took too long.
pub(crate) fn timed_out() -> ApiError {
    refusals::of_failure(Step::PayRequest, Failure::Timeout)
}

/// Returns the payer's address and the signed request.
fn request(
    app: &App,
    keys: &KeyRing,
    order: &PayOrder,
    parts: PeerParts,
) -> Result<(Identifier, PayRequest), ApiError> {
    let payer = Identifier::parse(&order.payer).map_err(ApiError::internal)?;
    let currency = WireCurrencyCode::parse(order.currency.as_str()).map_err(ApiError::internal)?;
    let amount = |amount: i64| u64::try_from(amount).map_err(ApiError::internal);
    let amount = match order.locked {
        LockedAmount::Settlement(locked) => PayAmount::Settlement(amount(locked)?),
        LockedAmount::Receiving(locked) => {
            PayAmount::Currency { amount: amount(locked)?, code: currency.clone() }
        }
    };
    let mut payee_data = CounterpartyDataOptions::required();
    for field in &order.wants {
        payee_data.add(key_of_field(field.name), field.mandatory);
    }
    let compliance = compliance(app, keys, &payer, order.kyc_status, parts);
    let payer_data = PayerData::new(payer.clone(), compliance, wire_facts(&order.facts));
    let request = PayRequest {
        amount,
        convert: currency,
        payer_data,
        payee_data,
        settlement: order.settlement.clone(),
        comment: None,
        invoice_uuid: None,
        uma_version: Some(ProtocolVersion::OWN),
    };
    Ok((payer, request))
}

fn compliance(
    app: &App,
    keys: &KeyRing,
    payer: &Identifier,
    kyc_status: WireKycStatus,
    parts: PeerParts,
) -> PayerCompliance {
    let PeerParts { encrypted_travel_rule_info, utxo_callback } = parts;
    let nonce = Nonce::from_random(app.ids.bytes());
    let now = seconds(app.clock.now());
    let payload = payload::pay_request(payer, &nonce, now);
    PayerCompliance {
        kyc_status,
        signature: MessageSignature::sign(keys.signing(), &payload, nonce, now),
        utxos: Vec::new(),
        node_pub_key: None,
        utxo_callback,
        travel_rule_format: encrypted_travel_rule_info.is_some().then(TravelRuleFormat::ivms101),
        encrypted_travel_rule_info,
        backing_signatures: Vec::new(),
    }
}

fn unreadable(error: &PayResponseError) -> ApiError {
    match error {
        PayResponseError::Malformed => {
            let message = "The answer of the receiver's provider cannot be read.";
            ApiError::new(Code::ParsePayreqResponseError, message)
        }
        PayResponseError::MissingParameters => {
            refusals::unusable(Step::PayRequest, "The answer of the receiver's provider lacks fields of UMA.")
        }
        PayResponseError::Refused(body) => refusals::of_body(Step::PayRequest, body),
    }
}

async fn verify(
    app: &Arc<App>,
    verifier: Verifier,
    payee: &Identifier,
    payer: &Identifier,
    answer: &PayResponse,
) -> Result<SignedNonce, ApiError> {
    let compliance = &answer.payee_data.compliance;
    let named = answer.payee_data.identifier.as_ref().unwrap_or(payee);
    let signature = &compliance.signature;
    let parts = SignedParts {
        signature,
        payload: &payload::pay_response(payer, named, &signature.nonce, signature.timestamp),
        backing: &compliance.backing_signatures,
    };
    let check = |key: &_| answer.verify(payer, payee, key);
    answers::verify(app, verifier, payee.host(), parts, check).await
}

/// Checks that the answer is about the requested currency and has the mandatory data about the receiver.
fn read(
    order: &PayOrder,
    request: &PayRequest,
    answer: PayResponse,
    invoice: PayableRequest,
    nonce: SignedNonce,
) -> Result<PayAnswer, &'static str> {
    const RANGE: &str = "its amounts are out of range";
    let converted = &answer.converted;
    let decimals = currency::find(order.currency).map(|info| info.decimals);
    if converted.currency_code != request.convert || decimals != Some(converted.decimals) {
        return Err("it is in another currency");
    }
    let payee = answer.payee_data.fields;
    if !is_within_bounds(&payee) {
        return Err("its data about the receiver is too large");
    }
    if !request.payee_data.missing_in(&payee).is_empty() {
        return Err("it lacks mandatory data about the receiver");
    }
    let received =
        i64::try_from(converted.amount).ok().filter(|received| (1..=MAX_AMOUNT).contains(received));
    let fee = i64::try_from(converted.fee).ok().filter(|fee| *fee < invoice.amount);
    Ok(PayAnswer {
        pay_request: answer.pr,
        received: received.ok_or(RANGE)?,
        multiplier: offer::decimal(converted.multiplier).ok_or(RANGE)?,
        fee: fee.ok_or(RANGE)?,
        invoice,
        payee: payer_data::by_names(&payee),
        hooks: None,
        nonce,
    })
}
