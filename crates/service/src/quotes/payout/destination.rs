//! What a rail is told about the account that it pays to.

use causeway_domain::external_accounts::Rail;
use causeway_store::external_accounts::ExternalAccountDoc;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::AccountType;

use crate::ports::PayoutDestination;

/// The account with the way to it that the rail takes.
pub(super) fn destination(
    account_type: String,
    account: ExternalAccountDoc,
    rail: Option<Rail>,
) -> PayoutDestination {
    let details = AccountDetails(account.account_info);
    let row = AccountType::find(&account_type);
    let method = row.and_then(|row| row.method_of(&details, rail.map(Rail::as_str)));
    let members = method.into_iter().flat_map(|method| method.members());
    let named = members.filter_map(|name| Some((name.to_owned(), details.text(name)?.to_owned())));
    let method = named.collect();
    PayoutDestination { account_type, method, account_info: details.0, identifier: account.identifier }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An account in India with both ways to it.
    fn account() -> ExternalAccountDoc {
        let info = json!({
            "accountType": "INR_ACCOUNT",
            "vpa": "asha@upi",
            "accountNumber": "12345678901",
            "ifsc": "HDFC0001234",
            "rail": "RTGS",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Asha Rao" },
        });
        ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap(),
            rails: vec![Rail::Upi, Rail::Rtgs],
            identifier: "12345678901".to_owned(),
            beneficiary_verification: None,
            verified_name: None,
        }
    }

    #[test]
    fn the_rail_is_told_the_way_that_belongs_to_it_and_everything_else() {
        for (rail, way) in [
            (Rail::Upi, vec![("vpa", "asha@upi")]),
            (Rail::Rtgs, vec![("accountNumber", "12345678901"), ("ifsc", "HDFC0001234"), ("rail", "RTGS")]),
        ] {
            let told = destination("INR_ACCOUNT".to_owned(), account(), Some(rail));
            let method = told.method.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            assert_eq!(method.collect::<Vec<_>>(), way, "{rail}");
            assert_eq!(told.beneficiary().unwrap()["fullName"], "Asha Rao");
            assert_eq!(told.account_info, account().account_info);
            assert_eq!(told.identifier, "12345678901", "the sandbox looks at it, whichever way is taken");
        }
    }
}
