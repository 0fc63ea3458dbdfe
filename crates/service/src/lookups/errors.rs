//! Errors of a receiver look-up (money 7.1).

use causeway_domain::ids::CustomerId;
use causeway_wire::Code;

use crate::ports::UmaPeerError;
use crate::runtime::api_error::ApiError;

pub(super) fn invalid_address() -> ApiError {
    ApiError::new(Code::InvalidUmaAddress, "The receiver must be a UMA address, such as $jane@example.com.")
}

pub(super) fn self_payment() -> ApiError {
    ApiError::new(Code::SelfPayment, "Sender and receiver are the same.")
}

pub(super) fn unknown_sender() -> ApiError {
    ApiError::not_found::<CustomerId>()
}

/// Returns the error for a request that names two different senders.
pub(super) fn two_senders() -> ApiError {
    ApiError::field("senderUmaAddress", "must be the address of the customer that customerId names")
}

pub(super) fn not_allowed(domain: &str) -> ApiError {
    let message = format!("This platform may not pay to addresses at {domain}.");
    ApiError::new(Code::CounterpartyNotAllowed, message)
}

/// Returns the error for a known receiver that cannot be paid.
pub(super) fn not_ready() -> ApiError {
    ApiError::new(Code::UserNotReady, "The receiver cannot be paid yet.")
}

pub(super) fn unknown_receiver() -> ApiError {
    ApiError::new(Code::UmaNotFound, "This UMA address does not exist.")
}

/// Returns the error for a receiver without an exchange rate to any of its currencies.
pub(super) fn no_rate() -> ApiError {
    ApiError::new(Code::LookupRequestFailed, "There is no exchange rate to what the receiver takes.")
}

/// Returns the error for missing facts about the payer that the receiver's provider requires.
pub(super) fn facts_missing(names: &[String]) -> ApiError {
    let message = format!("The receiver's provider needs: {}.", names.join(", "));
    ApiError::new(Code::MissingMandatoryUserInfo, message).with("missingFields", names)
}

/// Returns the error for a receiver's provider that does not accept this platform.
pub(super) fn not_allowed_there() -> ApiError {
    let message = "The receiver's provider takes no payments from this platform.";
    ApiError::new(Code::CounterpartyNotAllowed, message)
}

pub(super) fn of_peer(error: UmaPeerError) -> ApiError {
    match error {
        UmaPeerError::UnknownUser => unknown_receiver(),
        UmaPeerError::Unreachable => {
            let message = "The receiver's provider could not be reached; repeat the request.";
            ApiError::new(Code::LnurlpRequestFailed, message)
        }
    }
}
