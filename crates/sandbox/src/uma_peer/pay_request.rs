//! The answers of simulated providers to pay requests (uma 6).

use causeway_domain::customers::CustomerInfoField;
use causeway_domain::payments::LayerName;
use causeway_service::ports::PeerReply;
use causeway_uma::amounts::Multiplier;
use causeway_uma::counterparty::key_of_field;
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_uma::pay::{ConvertedAmount, PayAmount, PayRequest, PayResponse, PayeeCompliance, PayeeData};
use causeway_uma::{ProtocolVersion, WireCurrencyCode};
use serde_json::{Map, Value as Json};

use super::customer::PeerCustomer;
use super::discovery::RANGE;
use super::host::SimulatedHost;
use super::reply::{refused, refused_with, reply};
use super::signer::AnswerSigner;
use crate::magic::UmaFault;

/// The data about every customer.
const FACTS: [(CustomerInfoField, &str); 3] = [
    (CustomerInfoField::FullName, "Sandbox Receiver"),
    (CustomerInfoField::BirthDate, "1985-06-15"),
    (CustomerInfoField::Nationality, "US"),
];

/// Answers a pay request. `now` is in seconds.
pub(super) fn answer(peer: &SimulatedHost, user: &str, body: &[u8], now: i64) -> Option<PeerReply> {
    let Some(customer) = PeerCustomer::find(user) else {
        return Some(refused_with(WireCode::RequestNotFound, "No pay request is expected under this token."));
    };
    let request = match PayRequest::parse(body) {
        Ok(request) => request,
        Err(error) => return Some(refused_with(error.code(), &error.to_string())),
    };
    let amount = match check(&customer, &request) {
        Ok(amount) => amount,
        Err(refusal) => return Some(refused(&refusal)),
    };
    let signer = AnswerSigner::new(peer, body, now)?;
    Some(reply(200, response(peer, &request, &customer, amount, signer)?.to_json()))
}

/// Checks a pay request, and returns the amount that arrives.
fn check(customer: &PeerCustomer, request: &PayRequest) -> Result<u64, ErrorBody> {
    let code = customer.currency.code.as_str();
    if request.convert.as_str() != code || !request.has_allowed_amount_currency() {
        return Err(ErrorBody::new(WireCode::InvalidCurrency, "The receiver does not take this currency."));
    }
    let chosen = request.settlement.as_ref();
    let chosen = chosen.filter(|choice| choice.layer == LayerName::Sandbox.as_str());
    let is_offered = chosen.is_some_and(|choice| choice.asset_identifier == code);
    let PayAmount::Currency { amount, .. } = request.amount else {
        return Err(ErrorBody::new(WireCode::InvalidInput, "The amount must be in the receiving currency."));
    };
    if !is_offered {
        return Err(ErrorBody::new(WireCode::InvalidInput, "This settlement option is not offered."));
    }
    if !(RANGE.min..=RANGE.max).contains(&amount) {
        return Err(ErrorBody::new(WireCode::AmountOutOfRange, "The amount is too small or too large."));
    }
    let missing = customer.payer_data.missing_in(request.payer_data.fields());
    if missing.is_empty() { Ok(amount) } else { Err(ErrorBody::missing_payer_data(missing)) }
}

fn response(
    peer: &SimulatedHost,
    request: &PayRequest,
    customer: &PeerCustomer,
    amount: u64,
    signer: AnswerSigner,
) -> Option<PayResponse> {
    let payee = customer.address(&peer.host)?;
    let currency_code = match peer.fault {
        Some(UmaFault::OtherCurrency) => other_than(&request.convert)?,
        _ => request.convert.clone(),
    };
    let invoiced = if peer.fault == Some(UmaFault::OtherPrice) { amount.checked_add(1)? } else { amount };
    let compliance = PayeeCompliance {
        signature: signer.payment(request.payer_data.identifier(), &payee),
        utxos: Vec::new(),
        node_pub_key: None,
        utxo_callback: None,
        backing_signatures: Vec::new(),
    };
    Some(PayResponse {
        pr: format!("{}:{payee}:{invoiced}", LayerName::Sandbox),
        converted: ConvertedAmount {
            amount,
            currency_code,
            decimals: customer.currency.decimals,
            multiplier: Multiplier::ONE,
            fee: 0,
        },
        payee_data: PayeeData { identifier: Some(payee), compliance, fields: facts(request) },
        uma_version: Some(ProtocolVersion::OWN),
    })
}

fn other_than(code: &WireCurrencyCode) -> Option<WireCurrencyCode> {
    WireCurrencyCode::parse(if code.as_str() == "USD" { "EUR" } else { "USD" }).ok()
}

/// Returns the data that the sender's provider asks for, as far as there is any.
fn facts(request: &PayRequest) -> Map<String, Json> {
    let keyed = FACTS.into_iter().map(|(field, fact)| (key_of_field(field), fact));
    let asked = keyed.filter(|(key, _)| request.payee_data.has(key));
    asked.map(|(key, fact)| (key.to_owned(), Json::from(fact))).collect()
}
