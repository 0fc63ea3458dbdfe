//! Why nothing is linked, registered, minted or burned (stablecoins 1.2).

use causeway_domain::ids::{StablecoinId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::StablecoinOperationStatus;
use causeway_wire::{Code, FieldError};

use crate::ports::OrderFault;
use crate::runtime::api_error::ApiError;

/// The provider does not take the credentials, or they lead to no such account.
pub(super) fn link_invalid() -> ApiError {
    let message = "The provider does not accept these credentials for this account; link it again.";
    ApiError::new(Code::StablecoinProviderAccountInvalid, message)
}

/// The credentials were revoked.
pub(super) fn link_revoked() -> ApiError {
    let message = "The credentials of this provider account were revoked; link it again with new ones.";
    ApiError::new(Code::StablecoinProviderAccountRevoked, message)
}

/// Several links could be meant.
pub(super) fn link_not_chosen() -> ApiError {
    let message = "Several provider accounts are linked; name one as stablecoinProviderAccountId.";
    ApiError::new(Code::StablecoinProviderAccountSelectionRequired, message)
}

/// Several accounts could be meant.
pub(super) fn account_not_chosen(exposed: Vec<String>) -> ApiError {
    ApiError::field("providerAccountId", "is required: the credentials expose several accounts")
        .with("providerAccountIds", exposed)
}

/// The account is linked already.
pub(super) fn already_linked(existing: StablecoinProviderAccountId) -> ApiError {
    ApiError::new(Code::Conflict, "This provider account is linked already.")
        .with("stablecoinProviderAccountId", existing.to_string())
}

/// The provider could not be asked, where no 503 is listed.
pub(super) fn provider_unavailable() -> ApiError {
    ApiError::new(Code::InternalError, "The provider gave no answer; nothing was done. Repeat the request.")
        .reason("PROVIDER_UNAVAILABLE")
}

/// The provider has given no clear answer to a mint or burn.
pub(super) fn no_answer() -> ApiError {
    let message = "The provider gave no answer; repeat the request with the same Idempotency-Key.";
    ApiError::new(Code::ServiceUnavailable, message).retry_after(1)
}

/// The provider does not carry a mint or burn out.
pub(super) fn provider_rejected() -> ApiError {
    ApiError::new(Code::InvalidInput, "The provider does not carry this out.").reason("PROVIDER_REJECTED")
}

/// The provider cannot be asked for this.
pub(super) fn not_supported(fault: OrderFault) -> ApiError {
    match fault {
        OrderFault::Source => ApiError::field("source.type", "is not supported by the provider")
            .reason("SOURCE_TYPE_NOT_SUPPORTED"),
        OrderFault::BankAccount(what) => {
            let message = format!("the provider asks for {what} of the bank account, which is not known");
            ApiError::new(Code::InvalidInput, message).reason("BANK_ACCOUNT_INCOMPLETE")
        }
    }
}

/// The account has no such token.
pub(super) fn token_not_found() -> ApiError {
    ApiError::field("providerTokenIdentifier", "is not a token of this provider account")
        .reason("TOKEN_NOT_FOUND")
}

/// The token is another one on its chain.
pub(super) fn network_token_mismatch() -> ApiError {
    ApiError::field("networkTokenIdentifier", "is not this token on its network")
        .reason("NETWORK_TOKEN_MISMATCH")
}

/// The token is registered already.
pub(super) fn already_registered(existing: StablecoinId, reason: &'static str) -> ApiError {
    ApiError::new(Code::Conflict, "This token is registered already.")
        .reason(reason)
        .with("stablecoinId", existing.to_string())
}

/// The provider does not issue the token.
pub(super) fn not_provisioned() -> ApiError {
    ApiError::new(Code::Conflict, "The provider does not issue this token, or not yet.")
        .reason("STABLECOIN_NOT_PROVISIONED")
}

/// An amount that is no whole number of cents.
pub(super) fn not_whole_cents(decimals: u8, sent: &str) -> ApiError {
    let factor = decimals.saturating_sub(2);
    let message = format!("must be more than 0 and a whole number of cents: divisible by 10^{factor}");
    let fault = FieldError::new("amount", message);
    ApiError::fields(vec![FieldError { code: Code::InvalidAmount, value: Some(sent.into()), ..fault }])
}

/// A reserved kind of source.
pub(super) fn source_not_supported(field: &str) -> ApiError {
    ApiError::field(field, "is reserved and cannot be used").reason("SOURCE_TYPE_NOT_SUPPORTED")
}

/// A reserved kind of destination.
pub(super) fn destination_not_supported() -> ApiError {
    ApiError::field("destination.accountId", "must be an external account; internal ones are reserved")
        .reason("DESTINATION_TYPE_NOT_SUPPORTED")
}

/// An account that cannot be used in its status.
pub(super) fn account_not_active(field: &str) -> ApiError {
    ApiError::field(field, "is not ACTIVE").reason("EXTERNAL_ACCOUNT_NOT_ACTIVE")
}

/// An account of a type that does not fit.
pub(super) fn type_not_supported(field: &str, wanted: &str) -> ApiError {
    ApiError::field(field, format!("must be an account of the type {wanted}"))
        .reason("ACCOUNT_TYPE_NOT_SUPPORTED")
}

/// A bank account that the rail does not reach.
pub(super) fn rail_not_supported(field: &str, rail: &str) -> ApiError {
    ApiError::field(field, format!("cannot be reached by {rail}")).reason("RAIL_NOT_SUPPORTED")
}

/// The provider has confirmed the operation, or it is over.
pub(super) fn confirmed(status: StablecoinOperationStatus) -> ApiError {
    let message =
        format!("The operation is {status}; only one that its provider has not confirmed can be given up.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// A preview whose time is over.
pub(super) fn quote_expired() -> ApiError {
    ApiError::new(Code::QuoteExpired, "The quote has expired; create a new one.")
}

/// A preview that cannot be executed any more.
pub(super) fn quote_ended(reason: &'static str) -> ApiError {
    ApiError::new(Code::Conflict, "The quote cannot be executed any more.").reason(reason)
}
