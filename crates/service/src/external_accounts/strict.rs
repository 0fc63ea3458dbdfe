//! Additional requirements of production for an account (money 1.7, 4.3): check digits, numbers and providers
//! of the country, and the identifiers that its banks require.

use causeway_domain::check_digits::{Check, has_ibans, iban_prefix, is_in_sepa};
use causeway_domain::country::Country;
use causeway_domain::external_accounts::{
    Invoice, InvoiceError, NO_OFFER, PixKeyType, UNOWNED, country_of_bic, is_account_number, is_number_of,
    is_offer, is_provider, is_unowned,
};
use causeway_wire::FieldError;
use causeway_wire::accounts::AccountDetails;

use super::checks::{addresses, problem};
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

/// Returns an error for every member that no bank could read, or that does not fit its country.
pub(super) fn problems(details: &AccountDetails) -> Vec<FieldError> {
    let mut problems = Vec::new();
    if let Some(number) = details.text("accountNumber")
        && !is_account_number(number)
    {
        let message =
            "must be ASCII letters and digits, with single spaces, hyphens, dots or slashes between them";
        problems.push(problem("accountNumber", message));
    }
    if details.account_type() == "EUR_ACCOUNT" && details.text("iban").is_some_and(|iban| !is_in_sepa(iban)) {
        problems.push(problem("iban", "must be of a country that SEPA reaches"));
    }
    if let Some(number) = details.text("phoneNumber")
        && !is_number_of(details.account_type(), details.text("region"), number)
    {
        problems.push(problem("phoneNumber", "is not a number of this country"));
    }
    if details.account_type() == "SWIFT_ACCOUNT" {
        problems.extend(check_swift_code(details));
    } else if details.text("swiftCode").is_some_and(|code| country_of_bic(code).is_none()) {
        problems.push(problem("swiftCode", "must be a code of some country: its fifth and sixth letter"));
    }
    problems.extend(details.text("invoice").and_then(check_invoice));
    let offer = details.text("bolt12").filter(|offer| !is_offer(offer));
    problems.extend(offer.map(|_| problem("bolt12", NO_OFFER)));
    let unowned = addresses(details).filter(|(_, format, address)| is_unowned(*format, address));
    problems.extend(unowned.map(|(name, ..)| problem(name, UNOWNED)));
    problems
}

/// Returns the fault of an invoice other than its checksum, which is checked with the check digits.
fn check_invoice(text: &str) -> Option<FieldError> {
    let error = Invoice::parse_for_bitcoin(text).err().filter(|error| *error != InvoiceError::Checksum)?;
    Some(problem("invoice", error.expectation()))
}

fn check_swift_code(details: &AccountDetails) -> Vec<FieldError> {
    let mut problems = Vec::new();
    // An invalid country says nothing about the other members.
    let Some(country) = details.text("country").filter(|code| code.parse::<Country>().is_ok()) else {
        return problems;
    };
    // Banks of a territory have numbers of the country that it belongs to, and codes of either.
    let banking_country = iban_prefix(country);
    let bank_code = details.text("swiftCode").and_then(|code| code.get(4..6));
    if bank_code != Some(country) && bank_code != Some(banking_country) {
        problems.push(problem(
            "swiftCode",
            "must be a code of the account's country: its fifth and sixth letter",
        ));
    }
    match details.text("iban") {
        None if has_ibans(country) => {
            problems.push(problem("iban", "is required: banks of this country are reached by it"));
        }
        Some(iban) if iban.get(..2) != Some(banking_country) => {
            problems.push(problem("iban", "must be of the account's country: its first two letters"));
        }
        Some(_) | None => {}
    }
    problems
}

/// Refuses details with wrong check digits or an unknown provider.
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

/// Returns the members with check digits: name, value, and kind of check.
fn checked(details: &AccountDetails) -> impl Iterator<Item = (&'static str, String, Check)> {
    let numbers = CHECKED.iter().map(|(name, check)| (*name, *check));
    let addresses = addresses(details).filter_map(|(name, format, _)| Some((name, Check::of(format)?)));
    let pix_key = details.text("pixKeyType").and_then(|kind| kind.parse::<PixKeyType>().ok()?.check());
    let all = numbers.chain(addresses).chain(pix_key.map(|check| ("pixKey", check)));
    all.filter_map(|(name, check)| {
        let value = details.text(name)?;
        // An IBAN may be written in lower case.
        let value = if check == Check::Iban { value.to_ascii_uppercase() } else { value.to_owned() };
        Some((name, value, check))
    })
}
