//! Why an event of a card network is not applied (cards 9).

use causeway_domain::card_transactions::NotApplied;
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_wire::Code;

use super::event::NotTaken;
use crate::runtime::api_error::ApiError;

/// What its sender is answered.
pub(super) fn of(not_taken: NotTaken) -> ApiError {
    match not_taken {
        NotTaken::Unknown(refusal) | NotTaken::Failed(refusal) => refusal,
        NotTaken::Refused(NotApplied::State | NotApplied::NotCovered, record) => {
            wrong_state(record.as_deref())
        }
        NotTaken::Refused(NotApplied::AboveSettled, _) => {
            invalid_amount("More is returned than was settled and is not returned yet.")
        }
        NotTaken::Refused(NotApplied::TooLarge, _) => invalid_amount("The amount is too large."),
        NotTaken::Refused(NotApplied::NotAnAmount, _) => invalid_amount("The amount must be positive."),
    }
}

/// The transaction's state or direction does not allow it.
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

/// There is nothing to collect.
pub(super) fn nothing_to_collect() -> ApiError {
    ApiError::new(Code::Conflict, "The service carries nothing for this card transaction.")
}

/// The source cannot be debited, or its balance is short.
pub(super) fn not_covered() -> ApiError {
    ApiError::new(Code::Conflict, "The funding source cannot be debited, or its balance is short.")
}

/// Nothing of it stands in suspense.
pub(super) fn nothing_suspended() -> ApiError {
    ApiError::new(Code::Conflict, "Nothing of this card transaction is in suspense.")
}

/// The account that is to get something does not take it.
pub(super) fn account_not_active() -> ApiError {
    ApiError::new(Code::InvalidInput, "The account is not active.").reason("ACCOUNT_NOT_ACTIVE")
}

/// The account that is to get something holds another currency.
pub(super) fn other_currency() -> ApiError {
    ApiError::new(Code::InvalidCurrency, "The account holds another currency.")
}
