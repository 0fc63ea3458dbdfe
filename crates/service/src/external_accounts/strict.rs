//! What production asks of an account besides (money 1.7, 4.3): check digits, numbers and providers of the
//! country, what its banks are reached by.

use causeway_domain::check_digits::{Check, has_ibans};
use causeway_domain::country::Country;
use causeway_domain::external_accounts::{PixKeyType, is_number_of, is_provider};
use causeway_wire::FieldError;
use causeway_wire::accounts::AccountDetails;

use super::checks::problem;
use super::errors;
use crate::runtime::api_error::ApiError;

/// Members that carry check digits, whatever the account type.
const CHECKED: &[(&str, Check)] = &[
    ("routingNumber", Check::Aba),
    ("intermediaryRoutingNumber", Check::Aba),
    ("iban", Check::Iban),
    ("clabeNumber", Check::Clabe),
    ("taxId", Check::BrazilianTaxId),
];
/// Addresses that carry check digits.
const ADDRESSES: &[(&str, Check)] = &[
    ("SPARK_WALLET", Check::Spark),
    ("SOLANA_WALLET", Check::Solana),
    ("ETHEREUM_WALLET", Check::Eip55),
    ("BASE_WALLET", Check::Eip55),
    ("POLYGON_WALLET", Check::Eip55),
    ("PLASMA_WALLET", Check::Eip55),
    ("TRON_WALLET", Check::Tron),
];

/// Every member that no bank could read, or that does not fit its country.
pub(super) fn problems(details: &AccountDetails) -> Vec<FieldError> {
    let mut problems = Vec::new();
    if let Some(number) = details.text("accountNumber")
        && !number.bytes().all(|byte| matches!(byte, b' '..=b'~'))
    {
        problems.push(problem("accountNumber", "must be of printable ASCII characters"));
    }
    if let Some(number) = details.text("phoneNumber")
        && !is_number_of(details.account_type(), details.text("region"), number)
    {
        problems.push(problem("phoneNumber", "is not a number of this country"));
    }
    if details.account_type() == "SWIFT_ACCOUNT" {
        problems.extend(swift(details));
    }
    problems
}

fn swift(details: &AccountDetails) -> Vec<FieldError> {
    let mut problems = Vec::new();
    // What is no country says nothing about the rest.
    let Some(country) = details.text("country").filter(|code| code.parse::<Country>().is_ok()) else {
        return problems;
    };
    if details.text("swiftCode").and_then(|code| code.get(4..6)) != Some(country) {
        problems.push(problem(
            "swiftCode",
            "must be a code of the account's country: its fifth and sixth letter",
        ));
    }
    match details.text("iban") {
        None if has_ibans(country) => {
            problems.push(problem("iban", "is required: banks of this country are reached by it"));
        }
        Some(iban) if iban.get(..2) != Some(country) => {
            problems.push(problem("iban", "must be of the account's country: its first two letters"));
        }
        Some(_) | None => {}
    }
    problems
}

/// Refuses details whose check digits do not fit, or whose provider nobody knows.
pub(super) fn check_bank(details: &AccountDetails) -> Result<(), ApiError> {
    let broken = checked(details).find(|(_, value, check)| !check.passes(value));
    if let Some((name, ..)) = broken {
        return Err(errors::checksum_failed(&format!("accountInfo.{name}")));
    }
    match details.text("provider") {
        Some(provider) if !is_provider(details.account_type(), provider) => {
            Err(errors::not_in_directory("accountInfo.provider"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The members with check digits: name, what is checked, and how.
fn checked(details: &AccountDetails) -> impl Iterator<Item = (&'static str, String, Check)> {
    let numbers = CHECKED.iter().map(|(name, check)| (*name, *check));
    let address = ADDRESSES.iter().find(|(account_type, _)| *account_type == details.account_type());
    let pix_key = details.text("pixKeyType").and_then(|kind| kind.parse::<PixKeyType>().ok()?.check());
    let all = numbers
        .chain(address.map(|(_, check)| ("address", *check)))
        .chain(pix_key.map(|check| ("pixKey", check)));
    all.filter_map(|(name, check)| {
        let value = details.text(name)?;
        // An IBAN may be written in small letters.
        let value = if check == Check::Iban { value.to_ascii_uppercase() } else { value.to_owned() };
        Some((name, value, check))
    })
}
