//! The payer's data in a pay request to the provider of a UMA address (uma 6.1, 11).

use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::CounterpartyField;
use causeway_store::customers::CustomerRecord;
use causeway_store::platforms::PlatformRecord;
use causeway_uma::WireKycStatus;
use causeway_uma::counterparty::{TRAVEL_RULE, field_of_key};
use serde_json::{Map, Value as Json};

use super::destination::UmaDestination;
use super::{errors, travel_rule};
use crate::customers;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::Secret;
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
    /// Travel Rule data about payer and receiver.
    pub(super) travel_rule: Secret<String>,
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
        let mut missing = receiver.unseen.clone();
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
        let unnamed = receiver.peer.offer.payer_fields.iter();
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
        let travel_rule = travel_rule::content(platform, payer, &identifier, &receiver.address)?;
        let kyc_status = sending::kyc_status(payer);
        Ok(Self { address, identifier, kyc_status, facts, wants, missing, travel_rule })
    }
}
