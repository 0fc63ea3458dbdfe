//! Errors of a receiver look-up (money 7.1).

use causeway_domain::ids::CustomerId;
use causeway_wire::Code;

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

/// Returns the error for a receiver without an exchange rate to any of its currencies.
pub(super) fn no_rate() -> ApiError {
    ApiError::new(Code::LookupRequestFailed, "There is no exchange rate to what the receiver takes.")
}
