//! Errors of linking, registering, minting and burning (stablecoins 1.2).

use causeway_domain::ids::{StablecoinId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::StablecoinOperationStatus;
use causeway_wire::{Code, FieldError};

use crate::ports::OrderError;
use crate::runtime::api_error::ApiError;

/// Refuses credentials that the provider does not accept, or that do not expose the account.
pub(super) fn link_invalid() -> ApiError {
    let message = "The provider does not accept these credentials for this account; link it again.";
    ApiError::new(Code::StablecoinProviderAccountInvalid, message)
}

/// Refuses a link whose credentials were revoked.
pub(super) fn link_revoked() -> ApiError {
    let message = "The credentials of this provider account were revoked; link it again with new ones.";
    ApiError::new(Code::StablecoinProviderAccountRevoked, message)
}

/// Refuses a registration that could use several links.
pub(super) fn link_not_chosen() -> ApiError {
    let message = "Several provider accounts are linked; name one as stablecoinProviderAccountId.";
    ApiError::new(Code::StablecoinProviderAccountSelectionRequired, message)
}

/// Refuses credentials that expose several accounts, if none is named.
pub(super) fn account_not_chosen(exposed: Vec<String>) -> ApiError {
    ApiError::field("providerAccountId", "is required: the credentials expose several accounts")
        .with("providerAccountIds", exposed)
}

/// Refuses an account that is linked already.
pub(super) fn already_linked(existing: StablecoinProviderAccountId) -> ApiError {
    ApiError::new(Code::Conflict, "This provider account is linked already.")
        .with("stablecoinProviderAccountId", existing.to_string())
}

/// Reports that the provider could not be reached, for operations without a documented 503.
pub(super) fn provider_unavailable() -> ApiError {
    ApiError::new(Code::InternalError, "The provider gave no answer; nothing was done. Repeat the request.")
        .reason("PROVIDER_UNAVAILABLE")
}

/// Reports that the provider gave no clear answer to a mint or burn.
pub(super) fn no_answer() -> ApiError {
    let message = "The provider gave no answer; repeat the request with the same Idempotency-Key.";
    ApiError::new(Code::ServiceUnavailable, message).retry_after(1)
}

/// Reports that the provider refused a mint or burn.
pub(super) fn provider_rejected() -> ApiError {
    ApiError::new(Code::InvalidInput, "The provider does not carry this out.").reason("PROVIDER_REJECTED")
}

/// Refuses an order that the provider does not support.
pub(super) fn not_supported(error: OrderError) -> ApiError {
    match error {
        OrderError::Source => ApiError::field("source.type", "is not supported by the provider")
            .reason("SOURCE_TYPE_NOT_SUPPORTED"),
        OrderError::BankAccount(what) => {
            let message = format!("the provider asks for {what} of the bank account, which is not known");
            ApiError::new(Code::InvalidInput, message).reason("BANK_ACCOUNT_INCOMPLETE")
        }
    }
}

/// Refuses a token that the provider account does not have.
pub(super) fn token_not_found() -> ApiError {
    ApiError::field("providerTokenIdentifier", "is not a token of this provider account")
        .reason("TOKEN_NOT_FOUND")
}

/// Refuses a network token that differs from the provider's.
pub(super) fn network_token_mismatch() -> ApiError {
    ApiError::field("networkTokenIdentifier", "is not this token on its network")
        .reason("NETWORK_TOKEN_MISMATCH")
}

/// Refuses a token that is registered already.
pub(super) fn already_registered(existing: StablecoinId, reason: &'static str) -> ApiError {
    ApiError::new(Code::Conflict, "This token is registered already.")
        .reason(reason)
        .with("stablecoinId", existing.to_string())
}

/// Refuses a token that the provider does not issue.
pub(super) fn not_provisioned() -> ApiError {
    ApiError::new(Code::Conflict, "The provider does not issue this token, or not yet.")
        .reason("STABLECOIN_NOT_PROVISIONED")
}

/// Refuses an amount that is not a whole number of cents.
pub(super) fn not_whole_cents(decimals: u8, sent: &str) -> ApiError {
    let factor = decimals.saturating_sub(2);
    let message = format!("must be more than 0 and a whole number of cents: divisible by 10^{factor}");
    let error = FieldError::new("amount", message);
    ApiError::fields(vec![FieldError { code: Code::InvalidAmount, value: Some(sent.into()), ..error }])
}

/// Refuses a reserved kind of source.
pub(super) fn source_not_supported(field: &str) -> ApiError {
    ApiError::field(field, "is reserved and cannot be used").reason("SOURCE_TYPE_NOT_SUPPORTED")
}

/// Refuses a reserved kind of destination.
pub(super) fn destination_not_supported() -> ApiError {
    ApiError::field("destination.accountId", "must be an external account; internal ones are reserved")
        .reason("DESTINATION_TYPE_NOT_SUPPORTED")
}

/// Refuses an account that is not active.
pub(super) fn account_not_active(field: &str) -> ApiError {
    ApiError::field(field, "is not ACTIVE").reason("EXTERNAL_ACCOUNT_NOT_ACTIVE")
}

/// Refuses an account of another type than required.
pub(super) fn type_not_supported(field: &str, account_type: &str) -> ApiError {
    ApiError::field(field, format!("must be an account of the type {account_type}"))
        .reason("ACCOUNT_TYPE_NOT_SUPPORTED")
}

/// Refuses a bank account that the rail does not reach.
pub(super) fn rail_not_supported(field: &str, rail: &str) -> ApiError {
    ApiError::field(field, format!("cannot be reached by {rail}")).reason("RAIL_NOT_SUPPORTED")
}

/// Refuses to give up an operation that the provider has confirmed, or that is final.
pub(super) fn confirmed(status: StablecoinOperationStatus) -> ApiError {
    let message =
        format!("The operation is {status}; only one that its provider has not confirmed can be given up.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// Refuses an expired quote.
pub(super) fn quote_expired() -> ApiError {
    ApiError::new(Code::QuoteExpired, "The quote has expired; create a new one.")
}

/// Refuses a quote that was executed or has failed.
pub(super) fn quote_ended(reason: &'static str) -> ApiError {
    ApiError::new(Code::Conflict, "The quote cannot be executed any more.").reason(reason)
}
