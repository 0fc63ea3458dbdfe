//! Check digits of bank details, by account type (money 4.3).

use causeway_domain::check_digits::Check;
use causeway_wire::accounts::AccountDetails;

use super::errors;
use crate::refusal::Refusal;

/// Members that carry check digits, and the rule for each.
const CHECKED: &[(&str, &str, Check)] = &[
    ("USD_ACCOUNT", "routingNumber", Check::Aba),
    ("USD_ACCOUNT", "intermediaryRoutingNumber", Check::Aba),
    ("EUR_ACCOUNT", "iban", Check::Iban),
];

/// Refuses details whose check digits do not fit.
pub(super) fn check_digits(details: &AccountDetails) -> Result<(), Refusal> {
    let broken = CHECKED.iter().find(|(account_type, field, check)| {
        *account_type == details.account_type()
            && details.text(field).is_some_and(|value| !check.passes(value))
    });
    match broken {
        Some((_, field, _)) => Err(errors::checksum_failed(&format!("accountInfo.{field}"))),
        None => Ok(()),
    }
}
