//! The data that a rail needs in its orders (rails 6).

use causeway_store::external_accounts::ExternalAccountRecord;
use serde_json::{Map, Value as Json, json};

use crate::payments::errors;
use crate::ports::{Offer, OrderParty};
use crate::runtime::api_error::ApiError;

/// Prefix of a need that is met by the party on this side, and not by the external account.
const ORIGINATOR: &str = "originator.";

/// Refuses a payment without data that the rail of the offer needs. `party` is the party on this side.
///
/// # Errors
/// `MISSING_MANDATORY_USER_INFO`.
pub(crate) fn check(
    offer: &Offer,
    account: &ExternalAccountRecord,
    party: Option<&OrderParty>,
) -> Result<(), ApiError> {
    let party = party.map(members).unwrap_or_default();
    let is_met = |need: &&String| match need.strip_prefix(ORIGINATOR) {
        Some(member) => has(&party, member),
        None => has(&account.doc.account_info, need),
    };
    let missing: Vec<String> = offer.needs.iter().filter(|need| !is_met(need)).cloned().collect();
    if missing.is_empty() { Ok(()) } else { Err(errors::missing_information(&missing)) }
}

/// Returns `true` if the object has a value at the dotted path that is neither null nor an empty text.
pub(crate) fn has(object: &Map<String, Json>, path: &str) -> bool {
    let mut names = path.split('.');
    let first = names.next().and_then(|name| object.get(name));
    let found = names.fold(first, |value, name| value.and_then(|value| value.get(name)));
    found.is_some_and(|value| !value.is_null() && value.as_str() != Some(""))
}

/// Returns the members by which orders name the party.
fn members(party: &OrderParty) -> Map<String, Json> {
    let kind = if party.is_business { "BUSINESS" } else { "INDIVIDUAL" };
    let members = json!({
        "type": kind,
        "name": party.name,
        "reference": party.reference,
        "address": party.address,
    });
    members.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use causeway_store::customers::PostalAddress;

    use super::*;

    fn party(city: Option<&str>) -> OrderParty {
        let address = PostalAddress {
            line1: "1 Main St".to_owned(),
            line2: None,
            city: city.map(str::to_owned),
            state: None,
            postal_code: "10001".to_owned(),
            country: "US".parse().unwrap(),
        };
        OrderParty {
            is_business: true,
            name: String::new(),
            reference: "Platform:1".to_owned(),
            address: Some(address),
        }
    }

    /// Checks that a need is met by a value at its path, and not by null or an empty text.
    #[test]
    fn a_need_is_met_by_a_value() {
        let info = json!({
            "iban": "DE1", "bankName": "", "swiftCode": null,
            "beneficiary": { "fullName": "Ada", "address": { "city": "Bonn" } },
        });
        let info = info.as_object().unwrap();
        for path in ["iban", "beneficiary", "beneficiary.fullName", "beneficiary.address.city"] {
            assert!(has(info, path), "{path}");
        }
        for path in
            ["bankName", "swiftCode", "beneficiary.birthDate", "iban.city", "beneficiary.address.line1", ""]
        {
            assert!(!has(info, path), "{path}");
        }
    }

    /// Checks the data of the party on this side by the names that they have in orders.
    #[test]
    fn the_party_is_named_as_in_orders() {
        let bonn = members(&party(Some("Bonn")));
        for path in ["type", "reference", "address", "address.line1", "address.postalCode", "address.city"] {
            assert!(has(&bonn, path), "{path}");
        }
        assert!(!has(&bonn, "name"), "an empty name is none");
        assert!(!has(&members(&party(None)), "address.city"));
    }
}
