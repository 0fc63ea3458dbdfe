//! What is wrong with bank details (money 4.2).

use causeway_domain::ids::ExternalAccountId;
use causeway_wire::Code;

use crate::http::PathValues;
use crate::refusal::Refusal;

/// The currency is not the one of the account type.
pub(super) fn currency_does_not_fit(account_type: &str, currency: &str) -> Refusal {
    let message = format!("An account of the type {account_type} does not take {currency}.");
    Refusal::new(Code::InvalidCurrency, message).with("field", "currency").with("value", currency)
}

/// The check digits do not fit.
pub(super) fn checksum_failed(field: &str) -> Refusal {
    let message = format!("The check digits of {field} do not fit; look for a typing error.");
    Refusal::new(Code::InvalidBankAccount, message).reason("CHECKSUM_FAILED").with("field", field)
}

/// The bank does not know the account.
pub(super) fn no_such_account() -> Refusal {
    Refusal::new(Code::InvalidBankAccount, "The bank does not know this account.")
}

/// The same owner has registered it before.
pub(super) fn duplicate(existing: ExternalAccountId) -> Refusal {
    Refusal::new(Code::Conflict, "This account is already registered for the same owner.")
        .reason("DUPLICATE_EXTERNAL_ACCOUNT")
        .with("externalAccountId", existing.to_string())
}

/// No such account, or not one that the caller may see at this path.
pub(crate) fn not_found() -> Refusal {
    PathValues::not_found("external account", Code::ReferenceNotFound)
}
