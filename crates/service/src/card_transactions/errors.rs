//! Reasons for which an event of a card network is not applied (cards 9).

use causeway_domain::card_transactions::EventRefused;
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_wire::Code;

use super::event::EventError;
use crate::runtime::api_error::ApiError;

/// Returns the error response for an event that was not applied.
pub(super) fn of(not_taken: EventError) -> ApiError {
    match not_taken {
        EventError::Unknown(refusal) | EventError::Failed(refusal) => refusal,
        EventError::Refused(EventRefused::State | EventRefused::NotCovered, record) => {
            wrong_state(record.as_deref())
        }
        EventError::Refused(EventRefused::AboveSettled, _) => {
            invalid_amount("More is returned than was settled and is not returned yet.")
        }
        EventError::Refused(EventRefused::TooLarge, _) => invalid_amount("The amount is too large."),
        EventError::Refused(EventRefused::NotAnAmount, _) => invalid_amount("The amount must be positive."),
    }
}

/// Refuses an event that the transaction's state or direction does not allow.
pub(super) fn wrong_state(record: Option<&CardTransactionRecord>) -> ApiError {
    let refusal = ApiError::new(Code::InvalidInput, "The card transaction's state does not allow this.")
        .reason("INVALID_TRANSACTION_STATE");
    match record {
        Some(record) => refusal.with("status", record.status.as_str()),
        None => refusal,
    }
}

fn invalid_amount(message: &str) -> ApiError {
    ApiError::new(Code::InvalidAmount, message).with("field", "amount")
}

pub(super) fn nothing_to_collect() -> ApiError {
    ApiError::new(Code::Conflict, "The service carries nothing for this card transaction.")
}

pub(super) fn not_covered() -> ApiError {
    ApiError::new(Code::Conflict, "The funding source cannot be debited, or its balance is short.")
}

pub(super) fn nothing_suspended() -> ApiError {
    ApiError::new(Code::Conflict, "Nothing of this card transaction is in suspense.")
}

/// Refuses a credit to an account that is not active.
pub(super) fn account_not_active() -> ApiError {
    ApiError::new(Code::InvalidInput, "The account is not active.").reason("ACCOUNT_NOT_ACTIVE")
}

/// Refuses a credit to an account of another currency.
pub(super) fn other_currency() -> ApiError {
    ApiError::new(Code::InvalidCurrency, "The account holds another currency.")
}
