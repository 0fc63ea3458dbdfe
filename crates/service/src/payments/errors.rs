//! Why a payment is not moved (money 8.6, 9).

use causeway_domain::Amount;
use causeway_domain::payments::{OutgoingFailure, TransactionStatus, is_of_payout};
use causeway_wire::Code;

pub(super) use crate::internal_accounts::account_not_active;
use crate::runtime::api_error::ApiError;

/// A payment that is unknown, or that operators cannot move.
pub(super) fn not_found(what: &str) -> ApiError {
    ApiError::new(Code::TransactionNotFound, format!("There is no such {what}."))
}

pub(super) fn account_not_found() -> ApiError {
    ApiError::new(Code::ReferenceNotFound, "There is no such account.")
}

/// Suspended money whose payer has no account here.
pub(super) fn account_not_named() -> ApiError {
    ApiError::field("account", "is required: the payer has no account here that the money could go to")
}

pub(crate) fn insufficient_balance(available: i64, required: Amount) -> ApiError {
    let message = "The source account does not hold enough; fund it and execute the quote again.";
    ApiError::new(Code::InsufficientBalance, message)
        .with("available", available)
        .with("required", required.minor)
        .with("currency", required.currency.as_str())
}

/// A payment whose status does not allow what an operator wants.
pub(super) fn wrong_state(status: TransactionStatus) -> ApiError {
    let message = format!("This is not possible for a payment that is {status} or being refunded.");
    ApiError::new(Code::Conflict, message).with("status", status.as_str())
}

/// A payment whose debit must come to its end first.
pub(super) fn still_debiting() -> ApiError {
    let message =
        "The debit that funds this payment is under way; end it with payment settle or payment fail.";
    ApiError::new(Code::Conflict, message)
}

/// A reason for which no payout fails on its way.
pub(super) fn not_of_payout(failure: OutgoingFailure) -> ApiError {
    let named = OutgoingFailure::EVERY.iter().filter(|reason| is_of_payout(**reason));
    let offered = named.map(|reason| reason.as_str()).collect::<Vec<_>>().join(", ");
    ApiError::field("failure", format!("is {failure}, and a payout fails for one of {offered}"))
}

/// A payment that stays within the service.
pub(super) fn no_payout() -> ApiError {
    ApiError::new(Code::Conflict, "No rail carries this payment.")
}

/// A payment whose money is not on its way back.
pub(super) fn no_refund_under_way() -> ApiError {
    ApiError::new(Code::Conflict, "No refund of this payment is under way.")
}

/// A payment of which no money waits for an operator.
pub(super) fn nothing_suspended() -> ApiError {
    ApiError::new(Code::Conflict, "Nothing of this payment is in suspense.")
}

/// An account that holds another currency than what is to be put into it.
pub(super) fn other_currency(held: &str, wanted: &str) -> ApiError {
    ApiError::new(Code::InvalidCurrency, format!("The account holds {held}, and the money is {wanted}."))
}
