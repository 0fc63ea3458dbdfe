//! External accounts as prechecks name them: the country and the bank, without a holder (rails 7.1).

use causeway_domain::Country;
use causeway_domain::external_accounts::country_of_bic;
use causeway_store::external_accounts::ExternalAccountRecord;
use serde_json::Value as Json;

use crate::ports::{BankCode, InquiredAccount};

/// Members of account details that are bank codes, and the names of these in a precheck. The first that an
/// account has is its bank.
const BANK_CODES: [(&str, &str); 5] = [
    ("swiftCode", "bic"),
    ("routingNumber", "routingNumber"),
    ("ifsc", "ifsc"),
    ("sortCode", "sortCode"),
    ("bankCode", "bankCode"),
];

/// Returns the account as a precheck names it.
pub(crate) fn account(account: &ExternalAccountRecord) -> InquiredAccount {
    let bank = BANK_CODES
        .into_iter()
        .find_map(|(member, name)| Some(BankCode { name, value: text(account, member)?.to_owned() }));
    InquiredAccount {
        account_type: account.account_type.clone(),
        country: country(account),
        bank,
        identifier: account.doc.identifier.clone(),
    }
}

/// Returns the country of the account by its IBAN, its BIC, its region, or its type if such accounts are in one
/// country only; `None` for wallets and for other accounts worldwide.
fn country(account: &ExternalAccountRecord) -> Option<Country> {
    let of_iban = || text(account, "iban")?.get(..2)?.parse().ok();
    let of_bic = || country_of_bic(text(account, "swiftCode")?);
    let of_region = || text(account, "region")?.parse().ok();
    of_iban().or_else(of_bic).or_else(of_region).or_else(|| country_of_type(&account.account_type))
}

/// Returns the country of an account type. A type is named by its currency, which begins with the country
/// (ISO 4217), except for accounts of El Salvador.
fn country_of_type(account_type: &str) -> Option<Country> {
    let currency = account_type.strip_suffix("_ACCOUNT").filter(|name| name.len() == 3)?;
    let country = if currency == "SLV" { "SV" } else { currency.get(..2)? };
    country.parse().ok()
}

fn text<'a>(account: &'a ExternalAccountRecord, member: &str) -> Option<&'a str> {
    account.doc.account_info.get(member).and_then(Json::as_str)
}

#[cfg(test)]
mod tests {
    use causeway_domain::external_accounts::ExternalAccountStatus;
    use causeway_domain::ids::{ExternalAccountId, Id};
    use causeway_domain::{CurrencyCode, Revision, Time};
    use causeway_store::external_accounts::ExternalAccountDoc;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn record(account_type: &str, info: &Json) -> ExternalAccountRecord {
        let at = Time::from_millis(0);
        ExternalAccountRecord {
            id: ExternalAccountId::from_uuid(Uuid::from_u128(1)),
            customer: None,
            currency: CurrencyCode::USD,
            account_type: account_type.to_owned(),
            status: ExternalAccountStatus::Active,
            fingerprint: String::new(),
            is_deleted: false,
            is_default_deposit: false,
            doc: ExternalAccountDoc {
                v: 1,
                platform_account_id: None,
                ownership_type: None,
                account_info: info.as_object().cloned().unwrap(),
                rails: Vec::new(),
                identifier: "1".to_owned(),
                beneficiary_verification: None,
                verified_name: None,
            },
            created_at: at,
            updated_at: Revision::created(at),
        }
    }

    fn inquired(account_type: &str, info: &Json) -> (Option<String>, Option<(&'static str, String)>) {
        let InquiredAccount { country, bank, .. } = account(&record(account_type, info));
        (country.map(|country| country.to_string()), bank.map(|bank| (bank.name, bank.value)))
    }

    fn bank(name: &'static str, value: &str) -> Option<(&'static str, String)> {
        Some((name, value.to_owned()))
    }

    /// Checks the country and the bank of accounts of each kind.
    #[test]
    fn the_country_and_the_bank_are_those_of_the_details() {
        let country = |code: &str| Some(code.to_owned());
        for (account_type, info, expected) in [
            (
                "USD_ACCOUNT",
                json!({ "accountNumber": "1", "routingNumber": "021000021" }),
                (country("US"), bank("routingNumber", "021000021")),
            ),
            ("EUR_ACCOUNT", json!({ "iban": "DE89370400440532013000" }), (country("DE"), None)),
            ("EUR_ACCOUNT", json!({ "iban": "XX00" }), (None, None)),
            (
                "SWIFT_ACCOUNT",
                json!({ "accountNumber": "1", "swiftCode": "DBSSSGSG" }),
                (country("SG"), bank("bic", "DBSSSGSG")),
            ),
            ("XOF_ACCOUNT", json!({ "phoneNumber": "+2", "region": "SN" }), (country("SN"), None)),
            ("SLV_ACCOUNT", json!({ "phoneNumber": "+5" }), (country("SV"), None)),
            ("GBP_ACCOUNT", json!({ "sortCode": "200000" }), (country("GB"), bank("sortCode", "200000"))),
            ("TRON_WALLET", json!({ "address": "T" }), (None, None)),
        ] {
            assert_eq!(inquired(account_type, &info), expected, "{account_type} {info}");
        }
    }

    /// Checks that an inquiry has no data of the holder.
    #[test]
    fn an_inquiry_does_not_name_the_holder() {
        let info = json!({ "iban": "DE1", "beneficiary": { "fullName": "Ada Byron" } });
        assert!(!format!("{:?}", account(&record("EUR_ACCOUNT", &info))).contains("Ada"));
    }
}
