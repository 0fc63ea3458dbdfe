//! The pay request to the provider of a UMA address, before a quote to it is created (money 8.2, check 13;
//! uma 6).

use causeway_domain::Amount;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::InternalInvoice;
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::quotes::is_expired;
use causeway_store::customers::CustomerRecord;
use causeway_store::payments::UmaTerms;
use causeway_store::platforms::PlatformRecord;
use causeway_uma::WireKycStatus;
use causeway_uma::counterparty::{TRAVEL_RULE, field_of_key};
use serde_json::{Map, Value as Json};

use super::destination::UmaDestination;
use super::{errors, travel_rule};
use crate::customers;
use crate::ports::{UmaInvoice, UmaPayRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;
use crate::uma;
use crate::uma::sending;

/// The payer's data for a payment to a UMA address.
#[derive(Debug, Clone)]
pub(super) struct Payer {
    /// UMA address; `None` if the platform pays for itself.
    pub(super) address: Option<String>,
    /// The address in messages; a platform that pays for itself has one only there.
    pub(super) identifier: String,
    pub(super) kyc_status: WireKycStatus,
    /// Known values of the fields that the receiver's provider asks for.
    pub(super) facts: Map<String, Json>,
    /// Fields of the receiver that the platform asks for.
    pub(super) wants: Vec<CounterpartyField>,
    /// Mandatory fields without a value.
    pub(super) missing: Vec<String>,
    /// Travel Rule data about payer and receiver; `None` if no messages are sent.
    pub(super) travel_rule: Option<Secret<String>>,
}

impl Payer {
    /// Builds the payer. `currency` is the one it sends; `payer_facts` are its compliance fields from the request.
    pub(super) fn new(
        context: &Context,
        platform: &PlatformRecord,
        payer: Option<&CustomerRecord>,
        receiver: &UmaDestination,
        payer_facts: &Map<String, Json>,
        currency: CurrencyCode,
    ) -> Result<Self, ApiError> {
        let host = &context.app.deployment.uma_service_host;
        let address = payer.map(|payer| customers::uma_address(payer, platform, host));
        if address.as_ref().is_some_and(|address| *address == receiver.address.to_string()) {
            return Err(errors::self_payment());
        }
        let mut facts = Map::new();
        let mut missing = Vec::new();
        for field in &receiver.payer_fields {
            let name = field.name.as_str();
            let fact = payer_facts.get(name).filter(|value| customers::is_given(value)).cloned();
            let known = || payer.and_then(|payer| customers::fact(payer, field.name));
            match fact.or_else(known) {
                Some(value) => drop(facts.insert(name.to_owned(), value)),
                None if field.mandatory => missing.push(name.to_owned()),
                None => {}
            }
        }
        let unnamed = receiver.peer.iter().flat_map(|peer| &peer.offer.payer_fields);
        let is_unnamed = |key: &str| field_of_key(key).is_none() && key != TRAVEL_RULE;
        for field in unnamed.filter(|field| is_unnamed(&field.key)) {
            match payer_facts.get(&field.key).filter(|value| customers::is_given(value)) {
                Some(value) => drop(facts.insert(field.key.clone(), value.clone())),
                None if field.mandatory => missing.push(field.key.clone()),
                None => {}
            }
        }
        let identifier = match &address {
            Some(address) => address.clone(),
            None => format!("$platform@{}", customers::uma_domain(platform, host)),
        };
        let entry = platform.doc.currencies.iter().find(|entry| entry.currency == currency);
        let wants = entry.map(|entry| entry.required_counterparty_fields.clone()).unwrap_or_default();
        let travel_rule = match &receiver.peer {
            Some(_) => Some(travel_rule::content(platform, payer, &identifier, &receiver.address)?),
            None => None,
        };
        let kyc_status = sending::kyc_status(payer);
        Ok(Self { address, identifier, kyc_status, facts, wants, missing, travel_rule })
    }

    /// Builds the request to the receiver's provider.
    pub(super) fn request(
        self,
        context: &Context,
        receiver: &UmaDestination,
        arriving: i64,
    ) -> UmaPayRequest {
        UmaPayRequest {
            receiver: receiver.address.clone(),
            sender: self.address,
            amount: Amount::new(arriving, receiver.currency),
            payer: self.facts,
            payee_fields: self.wants,
            now: context.now,
        }
    }
}

/// Asks the receiver's provider for an invoice, and checks it. `internal` is the provider if it is a platform
/// of this deployment.
pub(super) async fn ask(
    context: &Context,
    request: &UmaPayRequest,
    internal: Option<PlatformId>,
) -> Result<UmaInvoice, ApiError> {
    let invoice = match internal {
        Some(to) => uma::internal::request(context, to, request).await?,
        None => {
            let peers = &context.app.ports.of(context.environment).uma_peers;
            peers.request(request).await.map_err(errors::of_peer)?
        }
    };
    let is_given =
        |field: &CounterpartyField| invoice.payee.get(field.name.as_str()).is_some_and(customers::is_given);
    let is_complete = request.payee_fields.iter().all(|field| !field.mandatory || is_given(field));
    // An external provider cannot present an invoice of this deployment.
    let is_foreign = internal.is_none() && invoice.pay_request.parse::<InternalInvoice>().is_ok();
    let is_other = invoice.amount != request.amount || is_expired(invoice.expires_at, request.now);
    if is_other || is_foreign || !is_complete {
        return Err(errors::invalid_invoice());
    }
    Ok(invoice)
}

/// Builds the UMA terms of the payment. The invoice must match the request: settings may have changed while
/// the provider was asked.
pub(super) fn terms(request: UmaPayRequest, invoice: &UmaInvoice) -> Result<UmaTerms, ApiError> {
    if invoice.amount != request.amount {
        return Err(errors::price_has_changed());
    }
    let mut counterparty = Map::new();
    for field in &request.payee_fields {
        if let Some(fact) = invoice.payee.get(field.name.as_str()) {
            counterparty.insert(field.name.as_str().to_owned(), fact.clone());
        }
    }
    Ok(UmaTerms {
        sender: request.sender,
        receiver: request.receiver.to_string(),
        pay_request: Some(invoice.pay_request.clone()),
        counterparty,
        layer: None,
        settlement: None,
        incoming_uma: None,
    })
}
