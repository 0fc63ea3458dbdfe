//! The answers of simulated providers to discoveries (uma 5).

use std::collections::BTreeMap;

use causeway_domain::payments::LayerName;
use causeway_service::ports::PeerReply;
use causeway_uma::addresses::Callback;
use causeway_uma::amounts::{AmountRange, Multiplier};
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, metadata};
use causeway_uma::errors::{ErrorBody, WireCode};
use causeway_uma::{Currency, ProtocolVersion, SettlementAsset, SettlementOption, WireCurrencyCode};

use super::customer::PeerCustomer;
use super::host::SimulatedHost;
use super::reply::{refused, refused_with, reply};
use super::signer::AnswerSigner;
use crate::magic::UmaFault;

/// Limits of one payment to a customer, in smallest units.
pub(super) const RANGE: AmountRange = AmountRange { min: 1, max: 10_000_000 };

/// Answers a discovery. `now` is in seconds.
pub(super) fn answer(peer: &SimulatedHost, user: &str, query: &str, now: i64) -> Option<PeerReply> {
    match peer.fault {
        Some(UmaFault::Html) => return Some(reply(200, "<html></html>".to_owned())),
        Some(UmaFault::Fails) => return Some(reply(500, String::new())),
        Some(UmaFault::Version) => return Some(other_version()),
        _ => {}
    }
    let request = match DiscoveryRequest::parse(user, peer.host.as_str(), query) {
        Ok(request) => request,
        Err(error) => return Some(refused_with(error.code(), &error.to_string())),
    };
    if let Err(other) = ProtocolVersion::negotiate(request.uma_version) {
        return Some(refused(&ErrorBody::unsupported_version(other.0)));
    }
    let Some(customer) = PeerCustomer::find(request.receiver.user()) else {
        return Some(refused_with(WireCode::UserNotFound, "No customer of this provider has the address."));
    };
    let signer = AnswerSigner::new(peer, query.as_bytes(), now)?;
    Some(reply(200, response(peer, &request, customer, signer)?.to_json()))
}

/// Returns the refusal of a provider that speaks only another version.
fn other_version() -> PeerReply {
    let mut body = ErrorBody::unsupported_version(ProtocolVersion::OWN);
    body.supported_major_versions = Some(vec![2]);
    refused(&body)
}

fn response(
    peer: &SimulatedHost,
    request: &DiscoveryRequest,
    customer: PeerCustomer,
    signer: AnswerSigner,
) -> Option<DiscoveryResponse> {
    let host = &peer.host;
    let code = WireCurrencyCode::parse(customer.currency.code.as_str()).ok()?;
    let currencies = vec![Currency {
        code: code.clone(),
        name: customer.currency.name.to_owned(),
        symbol: customer.currency.symbol.to_owned(),
        decimals: customer.currency.decimals,
        multiplier: Multiplier::ONE,
        convertible: RANGE,
    }];
    let asset = SettlementAsset {
        identifier: code.as_str().to_owned(),
        multipliers: BTreeMap::from([(code, Multiplier::ONE)]),
    };
    let layer = LayerName::Sandbox.as_str().to_owned();
    let callback = format!("{}://{host}/uma/payreq/{}", host.scheme(), customer.user);
    Some(DiscoveryResponse {
        callback: Callback::parse(&callback).ok()?,
        sendable: Currency::sendable_range(&currencies)?,
        metadata: metadata(&request.receiver),
        currencies,
        payer_data: customer.payer_data,
        compliance: signer.receiver(request.receiver.clone()),
        uma_version: ProtocolVersion::OWN,
        settlement_options: vec![SettlementOption { settlement_layer: layer, assets: vec![asset] }],
        comment_allowed: 0,
    })
}
