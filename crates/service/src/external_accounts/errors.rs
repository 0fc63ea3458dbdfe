//! Errors of external accounts (money 4.2).

use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::ExternalAccountId;
use causeway_wire::Code;

use crate::ports::RailError;
use crate::runtime::api_error::ApiError;

/// Refuses a currency that the account type does not take.
pub(super) fn currency_does_not_fit(account_type: &str, currency: &str) -> ApiError {
    let message = format!("An account of the type {account_type} does not take {currency}.");
    ApiError::new(Code::InvalidCurrency, message).with("field", "currency").with("value", currency)
}

/// Refuses a number with wrong check digits.
pub(super) fn checksum_failed(field: &str) -> ApiError {
    let message = format!("The check digits of {field} are wrong; check for a typing error.");
    ApiError::new(Code::InvalidBankAccount, message).reason("CHECKSUM_FAILED").with("field", field)
}

/// Refuses a bank or mobile money provider that is not in the directory.
pub(super) fn not_in_directory(field: &str) -> ApiError {
    let message =
        format!("What {field} names is not in the directory of this country; see GET /discoveries.");
    ApiError::new(Code::InvalidBankAccount, message).with("field", field)
}

/// Refuses an account type that is not in the catalogue.
pub(super) fn unknown_type() -> ApiError {
    ApiError::field("accountInfo.accountType", "is not a type of account that can be registered")
}

/// Reports that the bank's name check did not answer.
pub(super) fn name_check_gave_no_answer() -> ApiError {
    let message = "The bank's name check gave no answer; repeat the request.";
    ApiError::new(Code::SvcSwitchError, message)
}

/// Refuses a self-custody wallet without an `ownershipType`.
pub(super) fn ownership_not_said() -> ApiError {
    ApiError::field(
        "ownershipType",
        "is required of a wallet that its owner holds: FIRST_PARTY or THIRD_PARTY",
    )
}

/// Refuses a third party's wallet without a beneficiary.
pub(super) fn owner_not_named() -> ApiError {
    ApiError::field("accountInfo.beneficiary", "is required of a wallet of a third party")
}

/// Refuses a wallet provider that is not in the directory.
pub(super) fn unknown_vasp() -> ApiError {
    ApiError::field("accountInfo.vaspName", "is not in the directory; leave it out for a self-custody wallet")
}

/// Refuses an account that cannot take payments to a UMA address.
pub(super) fn no_default_deposit(reason: &str) -> ApiError {
    ApiError::field("defaultUmaDepositAccount", reason)
}

/// Refuses a move that the account's status does not have.
pub(super) fn wrong_state(status: ExternalAccountStatus) -> ApiError {
    let message = format!("The account is {status} and cannot change to this status.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// Refuses an account that the bank does not know.
pub(super) fn no_such_account() -> ApiError {
    ApiError::new(Code::InvalidBankAccount, "The bank does not know this account.")
}

/// Refuses an account that is already registered for the same owner.
pub(super) fn duplicate(existing: ExternalAccountId) -> ApiError {
    ApiError::new(Code::Conflict, "This account is already registered for the same owner.")
        .reason("DUPLICATE_EXTERNAL_ACCOUNT")
        .with("externalAccountId", existing.to_string())
}

/// Refuses an account that does not exist, or that the caller may not see at this path.
pub(crate) fn not_found() -> ApiError {
    ApiError::not_found::<ExternalAccountId>()
}

/// Refuses a signature for an account without an outstanding signature challenge.
pub(super) fn no_challenge() -> ApiError {
    let message = "No challenge waits for a signature; create one with the method WALLET_SIGNATURE first.";
    ApiError::new(Code::Conflict, message)
}

/// Refuses a signature that the wallet did not make over the message.
pub(super) fn wrong_signature() -> ApiError {
    ApiError::field(
        "signature",
        "is not the wallet's over messageToSign; create a new challenge and sign its message",
    )
}

/// Refuses a signature for an expired challenge.
pub(super) fn late_signature() -> ApiError {
    ApiError::field("signature", "comes after the challenge expired; create a new one and sign its message")
}

/// Reports that the liveness check could not be started.
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
