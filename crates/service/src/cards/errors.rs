//! Errors of issuing and changing cards (cards 2, 5).

use std::time::Duration;

use causeway_domain::cards::{CardPhase, CardRefusal};
use causeway_domain::customers::NotReady;
use causeway_domain::ids::InternalAccountId;
use causeway_wire::{Code, FieldError};

use crate::runtime::api_error::ApiError;

/// Refuses a cardholder id that is not a customer of the platform.
pub(super) fn unknown_cardholder() -> ApiError {
    ApiError::fields(vec![FieldError::new("cardholderId", "is not a customer of this platform")])
}

/// Refuses a cardholder who may not have a card yet.
pub(super) fn not_ready(refusal: NotReady) -> ApiError {
    match refusal {
        NotReady::TermsNotAccepted => {
            ApiError::new(Code::EndUserTermsNotAccepted, "The customer has not accepted the End User Terms.")
        }
        NotReady::NotApproved(status) => {
            let message = format!("The cardholder's verification is {status}.");
            ApiError::new(Code::CardholderKycNotApproved, message).with("status", status.as_str())
        }
    }
}

/// Refuses a funding source that is listed twice.
pub(super) fn duplicate_source(at: usize) -> ApiError {
    ApiError::field(&format!("fundingSources[{at}]"), "is in the list already")
}

/// Refuses an account that cannot fund the card.
pub(super) fn ineligible(account: InternalAccountId, reason: &'static str) -> ApiError {
    let message = format!("The account {account} cannot fund this card.");
    ApiError::new(Code::FundingSourceIneligible, message)
        .with("accountId", account.to_string())
        .reason(reason)
}

/// Refuses a `platformCardId` that the platform gave to another card.
pub(super) fn own_id_taken() -> ApiError {
    ApiError::new(Code::Conflict, "Another card has this platformCardId; each is used once.")
        .reason("PLATFORM_CARD_ID_EXISTS")
}

/// Refuses a request that closes a card and changes something besides.
pub(super) fn closed_with_changes(field: &str) -> ApiError {
    ApiError::field(field, "cannot be changed by the request that closes the card")
}

/// Refuses a change that the card's state does not allow.
pub(super) fn refused(phase: CardPhase, refusal: CardRefusal) -> ApiError {
    let (code, message) = match refusal {
        CardRefusal::AlreadyClosed => (Code::CardAlreadyClosed, "The card is closed already."),
        CardRefusal::InvalidTransition => {
            (Code::InvalidStateTransition, "The card cannot change to this state.")
        }
        CardRefusal::NotMutable => (Code::CardNotMutable, "The card is closed and cannot be changed."),
    };
    ApiError::new(code, message).with("state", phase.state().as_str())
}

/// Refuses a reveal to a caller that is not a platform's token.
pub(super) fn not_a_token() -> ApiError {
    ApiError::new(Code::Forbidden, "The number of a card is shown to a token of the platform only.")
}

/// Refuses a reveal of a card that has no number yet, or is closed.
pub(super) fn no_number(phase: CardPhase) -> ApiError {
    let message = "The number of a card is shown while the card is ACTIVE or FROZEN.";
    ApiError::new(Code::Conflict, message).with("state", phase.state().as_str())
}

/// Refuses a reveal over the rate limit.
pub(super) fn revealed_too_often(wait: Duration) -> ApiError {
    let seconds = wait.as_millis().div_ceil(1_000).max(1).try_into().unwrap_or(u64::MAX);
    ApiError::new(Code::RateLimited, "The number of this card was asked for too often.").retry_after(seconds)
}

/// Refuses a reveal because the issuer gave no URL.
pub(super) fn issuer_unavailable() -> ApiError {
    ApiError::new(Code::ServiceUnavailable, "The issuer gave no answer; repeat the request.").retry_after(1)
}
