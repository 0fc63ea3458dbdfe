//! What is wrong with bank details (money 4.2).

use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::ExternalAccountId;
use causeway_wire::Code;

use crate::ports::RailError;
use crate::runtime::api_error::ApiError;

/// The currency is not the one of the account type.
pub(super) fn currency_does_not_fit(account_type: &str, currency: &str) -> ApiError {
    let message = format!("An account of the type {account_type} does not take {currency}.");
    ApiError::new(Code::InvalidCurrency, message).with("field", "currency").with("value", currency)
}

/// The check digits do not fit.
pub(super) fn checksum_failed(field: &str) -> ApiError {
    let message = format!("The check digits of {field} are wrong; check for a typing error.");
    ApiError::new(Code::InvalidBankAccount, message).reason("CHECKSUM_FAILED").with("field", field)
}

/// No bank, or provider of mobile money, has this name there.
pub(super) fn not_in_directory(field: &str) -> ApiError {
    let message =
        format!("What {field} names is not in the directory of this country; see GET /discoveries.");
    ApiError::new(Code::InvalidBankAccount, message).with("field", field)
}

/// The type of account is none of the catalogue.
pub(super) fn unknown_type() -> ApiError {
    ApiError::field("accountInfo.accountType", "is not a type of account that can be registered")
}

/// The bank could not be asked.
pub(super) fn name_check_gave_no_answer() -> ApiError {
    let message = "The bank's name check gave no answer; repeat the request.";
    ApiError::new(Code::SvcSwitchError, message)
}

/// A wallet whose owner must be said to be the customer or not.
pub(super) fn ownership_not_said() -> ApiError {
    ApiError::field(
        "ownershipType",
        "is required of a wallet that its owner holds: FIRST_PARTY or THIRD_PARTY",
    )
}

/// Somebody else's wallet, and nobody knows whose.
pub(super) fn owner_not_named() -> ApiError {
    ApiError::field("accountInfo.beneficiary", "is required of a wallet of a third party")
}

/// A provider that is not in the directory.
pub(super) fn unknown_vasp() -> ApiError {
    ApiError::field("accountInfo.vaspName", "is not in the directory; leave it out for a self-custody wallet")
}

/// An account that cannot take payments to a UMA address.
pub(super) fn no_default_deposit(why: &str) -> ApiError {
    ApiError::field("defaultUmaDepositAccount", why)
}

/// The account's status has no such move.
pub(super) fn wrong_state(status: ExternalAccountStatus) -> ApiError {
    let message = format!("The account is {status} and cannot change to this status.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// The bank does not know the account.
pub(super) fn no_such_account() -> ApiError {
    ApiError::new(Code::InvalidBankAccount, "The bank does not know this account.")
}

/// The same owner has registered it before.
pub(super) fn duplicate(existing: ExternalAccountId) -> ApiError {
    ApiError::new(Code::Conflict, "This account is already registered for the same owner.")
        .reason("DUPLICATE_EXTERNAL_ACCOUNT")
        .with("externalAccountId", existing.to_string())
}

/// No such account, or not one that the caller may see at this path.
pub(crate) fn not_found() -> ApiError {
    ApiError::not_found::<ExternalAccountId>()
}

/// An account without a challenge that a signature could meet.
pub(super) fn no_challenge() -> ApiError {
    let message = "No challenge waits for a signature; create one with the method WALLET_SIGNATURE first.";
    ApiError::new(Code::Conflict, message)
}

/// A signature that the wallet has not made over the message.
pub(super) fn wrong_signature() -> ApiError {
    ApiError::field(
        "signature",
        "is not the wallet's over messageToSign; create a new challenge and sign its message",
    )
}

/// A signature after its challenge has expired.
pub(super) fn late_signature() -> ApiError {
    ApiError::field("signature", "comes after the challenge expired; create a new one and sign its message")
}

/// The check could not be begun.
pub(super) fn no_liveness_check(error: RailError) -> ApiError {
    match error {
        RailError::NotAvailable => {
            let message =
                "Proof by a liveness check is not available in this deployment; use WALLET_SIGNATURE.";
            ApiError::new(Code::NotImplemented, message)
        }
        RailError::Unclear => {
            ApiError::new(Code::SvcSwitchError, "The liveness check gave no answer; repeat the request.")
        }
    }
}
