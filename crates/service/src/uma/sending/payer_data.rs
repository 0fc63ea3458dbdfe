//! The data about the payer in a pay request (uma 6.1, 11).

use causeway_domain::customers::CustomerStatus;
use causeway_store::customers::CustomerRecord;
use causeway_uma::WireKycStatus;
use causeway_uma::counterparty::{field_of_key, key_of_field};
use serde_json::{Map, Value as Json};

/// Returns the verification status of a payer. A platform that pays for itself is verified by the operator.
pub(crate) fn kyc_status(payer: Option<&CustomerRecord>) -> WireKycStatus {
    match payer.map(|payer| payer.doc.verification.status()) {
        None | Some(CustomerStatus::Approved) => WireKycStatus::Verified,
        Some(CustomerStatus::Pending | CustomerStatus::Hold) => WireKycStatus::Pending,
        Some(CustomerStatus::Unverified | CustomerStatus::Rejected) => WireKycStatus::NotVerified,
    }
}

/// Returns facts by their keys in messages. Names that the interface does not have stay as they are.
pub(super) fn by_keys(facts: &Map<String, Json>) -> Map<String, Json> {
    let key = |name: &str| match name.parse() {
        Ok(field) => key_of_field(field).to_owned(),
        Err(_) => name.to_owned(),
    };
    facts.iter().map(|(name, fact)| (key(name), fact.clone())).collect()
}

/// Returns data of a message by the names of the interface. Keys that it does not have stay as they are.
pub(super) fn by_names(data: &Map<String, Json>) -> Map<String, Json> {
    let name = |key: &str| match field_of_key(key) {
        Some(field) => field.as_str().to_owned(),
        None => key.to_owned(),
    };
    data.iter().map(|(key, fact)| (name(key), fact.clone())).collect()
}

#[cfg(test)]
mod tests {
    use causeway_domain::customers::CustomerInfoField;
    use serde_json::json;

    use super::*;

    #[test]
    fn names_and_keys_are_translated_both_ways() {
        let facts = json!({ "FULL_NAME": "Ada", "TAX_ID": "1", "favouriteColour": "green" });
        let data = json!({ "name": "Ada", "taxId": "1", "favouriteColour": "green" });
        assert_eq!(Json::Object(by_keys(facts.as_object().unwrap())), data);
        assert_eq!(Json::Object(by_names(data.as_object().unwrap())), facts);
        for field in CustomerInfoField::ALL {
            assert_eq!(field_of_key(key_of_field(*field)), Some(*field));
        }
    }
}
