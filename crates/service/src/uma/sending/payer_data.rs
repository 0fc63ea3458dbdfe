//! The data about the payer in a pay request (uma 6.1, 11).

use causeway_domain::customers::CustomerStatus;
use causeway_store::customers::CustomerRecord;
use causeway_uma::WireKycStatus;
use causeway_uma::counterparty::field_of_key;
use serde_json::{Map, Value as Json};

/// Returns the verification status of a payer. A platform that pays for itself is verified by the operator.
pub(crate) fn kyc_status(payer: Option<&CustomerRecord>) -> WireKycStatus {
    match payer.map(|payer| payer.doc.verification.status()) {
        None | Some(CustomerStatus::Approved) => WireKycStatus::Verified,
        Some(CustomerStatus::Pending | CustomerStatus::Hold) => WireKycStatus::Pending,
        Some(CustomerStatus::Unverified | CustomerStatus::Rejected) => WireKycStatus::NotVerified,
    }
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
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_of_messages_become_names_where_there_are_any() {
        let data = json!({ "name": "Ada", "countryCode": "GB", "favouriteColour": "green" });
        let facts = json!({ "FULL_NAME": "Ada", "COUNTRY_OF_RESIDENCE": "GB", "favouriteColour": "green" });
        assert_eq!(Json::Object(by_names(data.as_object().unwrap())), facts);
    }
}
