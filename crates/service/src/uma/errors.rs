//! Errors of starting a payment from a UMA address (money 13.2, uma 6.2).

use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

pub(super) fn no_endpoint() -> ApiError {
    let message =
        "The platform decides about such payments, and has no webhook endpoint: set webhookEndpoint.";
    ApiError::new(Code::WebhookEndpointNotSet, message)
}

/// Returns the error for a receiver without an account.
pub(super) fn no_account() -> ApiError {
    let message = "The receiver has no account that the money could go into.";
    ApiError::new(Code::InvalidInput, message).reason("ACCOUNT_NOT_ACTIVE")
}

pub(super) fn not_receivable(currency: &str) -> ApiError {
    let message = format!("The receiver does not take {currency}.");
    ApiError::new(Code::InvalidCurrency, message).with("value", currency)
}

pub(super) fn amount_out_of_range(minimum: i64, maximum: i64, currency: &str) -> ApiError {
    let message = format!("What arrives must lie between {minimum} and {maximum}.");
    ApiError::new(Code::AmountOutOfRange, message)
        .with("minAmount", minimum)
        .with("maxAmount", maximum)
        .with("currency", currency)
}

/// Maps an error at the receiver's platform to the sender's (uma 6.5); it tells nothing about the receiver's
/// platform itself.
pub(super) fn to_sender(refusal: ApiError) -> ApiError {
    match refusal.code {
        Code::InvalidCurrency
        | Code::AmountOutOfRange
        | Code::CounterpartyNotAllowed
        | Code::MissingMandatoryUserInfo
        | Code::InternalError
        | Code::ServiceUnavailable => refusal,
        Code::UserNotFound => unknown_receiver(),
        Code::UserNotReady | Code::EndUserTermsNotAccepted | Code::InvalidInput => {
            ApiError::new(Code::UserNotReady, "The receiver cannot be paid yet.")
        }
        _ => no_decision(),
    }
}

pub(super) fn unknown_receiver() -> ApiError {
    let message = "The receiver's provider does not know the receiver any more.";
    ApiError::new(Code::InvalidReceiver, message)
}

/// Returns the error for a rejection by the receiver's platform, which does not want the payment or needs
/// more data about the payer.
pub(super) fn rejected(wants: Vec<String>) -> ApiError {
    if wants.is_empty() {
        let message = "The receiver's provider does not accept payments from this sender.";
        return ApiError::new(Code::SenderNotAccepted, message);
    }
    let message = format!("The receiver's provider needs: {}.", wants.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", wants)
}

/// Returns the error for an approval without the requested facts about the receiver.
pub(super) fn invalid_response() -> ApiError {
    let message = "The receiver's provider does not give the requested information about the receiver.";
    ApiError::new(Code::InvalidPayreqResponse, message)
}

pub(super) fn no_decision() -> ApiError {
    let message = "The receiver's provider has not answered; repeat the request.";
    ApiError::new(Code::PayreqRequestFailed, message)
}

/// Returns the error for a known receiver that cannot be paid.
pub(super) fn not_ready() -> ApiError {
    ApiError::new(Code::UserNotReady, "The receiver cannot be paid yet.")
}

/// Returns the error for an address without a customer, at a look-up.
pub(super) fn unknown_address() -> ApiError {
    ApiError::new(Code::UmaNotFound, "This UMA address does not exist.")
}

/// Returns the error for missing facts about the payer that the receiver's provider requires.
pub(super) fn facts_missing(names: &[String]) -> ApiError {
    let message = format!("The receiver's provider needs: {}.", names.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", names)
}
