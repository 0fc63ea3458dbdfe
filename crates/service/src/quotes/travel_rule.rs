//! The Travel Rule data of a quote to a UMA address (uma 6.1).

use causeway_domain::Amount;
use causeway_domain::customers::UmaAddress;
use causeway_domain::money::CurrencyCode;
use causeway_domain::rates::Lock;
use causeway_store::customers::{CustomerRecord, PostalAddress, Profile};
use causeway_store::platforms::PlatformRecord;
use causeway_store::uma_offers::PeerOffer;
use causeway_uma::addresses::Identifier;
use causeway_uma::counterparty::TRAVEL_RULE;
use causeway_uma::travel_rule::{PartyAddress, PartyKind, TravelRuleContent, TravelRuleParty};

use super::destination::Destination;
use super::request::RequestedQuote;
use crate::payments::checks::price::{LockedThreshold, Rates};
use crate::runtime::api_error::ApiError;
use crate::runtime::keys::Secret;
use crate::runtime::settings::{Settings, TRAVEL_RULE_THRESHOLD};

/// Returns the threshold of the locked amount, or `None` if no provider is asked.
pub(super) fn threshold(
    settings: &Settings,
    request: &RequestedQuote,
    sending: CurrencyCode,
    destination: &Destination,
) -> Result<Option<LockedThreshold>, ApiError> {
    if destination.peer().is_none() {
        return Ok(None);
    }
    let locked = match request.lock {
        Lock::Sending => sending,
        Lock::Receiving => destination.currency(),
    };
    Ok(Some(LockedThreshold { locked, threshold: settings.get(&TRAVEL_RULE_THRESHOLD)? }))
}

/// Returns the data if the payment needs it. The threshold counts whatever the peer says, because this side is always
/// subject to the rule. An amount without a rate counts as reaching it.
pub(super) fn required(
    data: &Secret<String>,
    offer: &PeerOffer,
    rates: &Rates,
    locked: Amount,
) -> Option<Secret<String>> {
    let is_mandatory = offer.payer_fields.iter().any(|field| field.key == TRAVEL_RULE && field.mandatory);
    let is_reached = || rates.travel_rule.is_none_or(|ceiling| ceiling.is_reached_by(locked));
    (is_mandatory || is_reached()).then(|| data.clone())
}

/// Returns the data about both parties. `account` is the payer's address in messages; the beneficiary's name is known
/// to its provider only.
pub(super) fn content(
    platform: &PlatformRecord,
    payer: Option<&CustomerRecord>,
    account: &str,
    receiver: &UmaAddress,
) -> Result<Secret<String>, ApiError> {
    let account = Identifier::parse(account).map_err(ApiError::internal)?;
    let originator = match payer.map(|payer| &payer.doc.profile) {
        Some(Profile::Individual(person)) => TravelRuleParty {
            kind: PartyKind::NaturalPerson,
            name: person.full_name.clone(),
            account,
            address: person.address.as_ref().map(address),
        },
        Some(Profile::Business(company)) => TravelRuleParty {
            kind: PartyKind::LegalPerson,
            name: Some(company.legal_name.clone()),
            account,
            address: company.address.as_ref().map(address),
        },
        None => TravelRuleParty {
            kind: PartyKind::LegalPerson,
            name: Some(platform.name.clone()),
            account,
            address: None,
        },
    };
    let beneficiary = TravelRuleParty {
        kind: PartyKind::NaturalPerson,
        name: None,
        account: Identifier::parse(&receiver.to_string()).map_err(ApiError::internal)?,
        address: None,
    };
    Ok(Secret::new(TravelRuleContent { originator, beneficiary }.to_json()))
}

fn address(address: &PostalAddress) -> PartyAddress {
    let town = match &address.city {
        Some(city) => format!("{} {city}", address.postal_code),
        None => address.postal_code.clone(),
    };
    let lines = [Some(&address.line1), address.line2.as_ref(), Some(&town), address.state.as_ref()];
    PartyAddress {
        lines: lines.into_iter().flatten().cloned().collect(),
        country: address.country.to_string(),
    }
}
