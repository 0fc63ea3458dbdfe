//! The moves of outgoing payments (money 8.7, 10.8).

use super::course::{Course, PaidBy};
use super::custody::Custody;
use super::moves::{Move, Work};
use super::outgoing::{OutgoingEvent as E, OutgoingPhase};
use crate::machine::TransitionRefused;
use crate::payments::status::OutgoingFailure;
use crate::postings::PostingKind as Posting;

type NextMove = Option<Move<OutgoingPhase>>;

/// Returns the move that an event makes with an outgoing payment.
///
/// # Errors
/// [`TransitionRefused`] if the payment cannot make this move.
pub fn next(
    course: Course,
    phase: OutgoingPhase,
    event: E,
) -> Result<Move<OutgoingPhase>, TransitionRefused<OutgoingPhase, E>> {
    let transition = match phase {
        OutgoingPhase::Offered => from_offered(course, event),
        OutgoingPhase::Requested => from_requested(course, event),
        OutgoingPhase::AwaitingAuthorization => from_awaiting_authorization(course, event),
        OutgoingPhase::Collecting => from_collecting(course, event),
        OutgoingPhase::Accepted => from_accepted(event),
        OutgoingPhase::Sent => from_sent(course, event),
        OutgoingPhase::Delivered => from_delivered(course, event),
        OutgoingPhase::Expired | OutgoingPhase::Cancelled | OutgoingPhase::Failed { .. } => None,
    };
    transition.ok_or(TransitionRefused { state: phase, event })
}

const fn from_offered(course: Course, event: E) -> NextMove {
    match event {
        E::ApprovalRequired => Some(Move::to(OutgoingPhase::Requested).unannounced()),
        E::PaidIn => Some(sent(course).booking(match course.paid_by {
            PaidBy::Crypto => &[Posting::CoinsPaidIn, Posting::CoinsCommitted, Posting::QuoteConverted],
            PaidBy::Bank | PaidBy::Transfer | PaidBy::Account | PaidBy::Debit => {
                &[Posting::QuoteFunded, Posting::QuoteConverted]
            }
        })),
        E::PaidInToSuspense(reason) => {
            Some(failed(reason, Custody::Suspense).booking(&[Posting::FundingSuspended]))
        }
        E::PaidInToAccount(reason) => {
            Some(failed(reason, Custody::PayersAccount).booking(&[Posting::CoinsPaidIn]))
        }
        E::ExpiryReached => Some(Move::to(OutgoingPhase::Expired)),
        E::AuthorizationRequired | E::RateRefused | E::Executed | E::DebitBegun => {
            from_unstarted(course, event)
        }
        E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::NotApproved
        | E::TransferBegun
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_)
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_requested(course: Course, event: E) -> NextMove {
    match event {
        E::TransferBegun => Some(
            Move::to(OutgoingPhase::Accepted)
                .booking(&[Posting::TransferOutStarted])
                .with_work(Work::SubmitPayout)
                .unannounced(),
        ),
        E::Refused(reason) => Some(failed(reason, Custody::Payer)),
        E::NotApproved => Some(failed(OutgoingFailure::QuoteExecutionFailed, Custody::Payer)),
        E::ExpiryReached => Some(Move::to(OutgoingPhase::Expired)),
        E::AuthorizationRequired | E::RateRefused | E::Executed | E::DebitBegun => {
            from_unstarted(course, event)
        }
        E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_)
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_awaiting_authorization(course: Course, event: E) -> NextMove {
    match event {
        E::AuthorizedToFund => Some(Move::to(OutgoingPhase::Offered)),
        E::AuthorizationLapsed | E::ExpiryReached => {
            Some(failed(OutgoingFailure::ScaNotCompleted, Custody::Payer))
        }
        E::AuthorizationRequired | E::RateRefused | E::Executed | E::DebitBegun => {
            from_unstarted(course, event)
        }
        E::ApprovalRequired
        | E::NotApproved
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_)
        | E::Returned
        | E::ReturnedShort => None,
    }
}

/// Returns the moves that every quoted payment has until it starts.
const fn from_unstarted(course: Course, event: E) -> NextMove {
    match event {
        E::AuthorizationRequired => Some(Move::to(OutgoingPhase::AwaitingAuthorization)),
        E::RateRefused => Some(failed(OutgoingFailure::QuoteRateUnavailable, Custody::Payer)),
        E::Executed => Some(sent(course).booking(&[Posting::QuoteExecuted, Posting::QuoteConverted])),
        E::DebitBegun => Some(
            Move::to(OutgoingPhase::Collecting)
                .booking(&[Posting::DebitStarted])
                .with_work(Work::SubmitDebit),
        ),
        E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::NotApproved
        | E::ExpiryReached
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_)
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_collecting(course: Course, event: E) -> NextMove {
    match event {
        E::DebitSettled => {
            Some(sent(course).booking(&[Posting::DebitSettled, Posting::QuoteConverted]).unannounced())
        }
        E::DebitSettledInVain => Some(
            failed(OutgoingFailure::QuoteExecutionFailed, Custody::Quote).booking(&[Posting::DebitSettled]),
        ),
        E::DebitFailed => Some(
            failed(OutgoingFailure::QuoteExecutionFailed, Custody::Uncollected)
                .booking(&[Posting::DebitFailed]),
        ),
        E::AuthorizationRequired
        | E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::NotApproved
        | E::ExpiryReached
        | E::Executed
        | E::DebitBegun
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::RateRefused
        | E::Refused(_)
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_)
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_accepted(event: E) -> NextMove {
    match event {
        E::Submitted => Some(Move::to(OutgoingPhase::Sent)),
        E::PayoutFailed(reason) => Some(failed(reason, Custody::Rail)),
        E::AuthorizationRequired
        | E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::NotApproved
        | E::ExpiryReached
        | E::Executed
        | E::DebitBegun
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::RateRefused
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Delivered
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_sent(course: Course, event: E) -> NextMove {
    match event {
        E::Delivered => Some(Move::to(OutgoingPhase::Delivered).booking(delivered(course))),
        E::PayoutFailed(reason) => Some(failed(reason, Custody::Rail)),
        E::AuthorizationRequired
        | E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::NotApproved
        | E::ExpiryReached
        | E::Executed
        | E::DebitBegun
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::RateRefused
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Returned
        | E::ReturnedShort => None,
    }
}

const fn from_delivered(course: Course, event: E) -> NextMove {
    match event {
        // A settlement in an asset cannot be returned.
        E::Returned | E::ReturnedShort if course.settles_in_asset => None,
        E::Returned => Some(returned(match course.paid_by {
            PaidBy::Transfer => &[Posting::TransferOutReturned],
            PaidBy::Account | PaidBy::Debit | PaidBy::Bank | PaidBy::Crypto => &[Posting::PayoutReturned],
        })),
        E::ReturnedShort => Some(returned(match course.paid_by {
            PaidBy::Transfer => &[Posting::TransferOutReturned, Posting::ReturnShort],
            PaidBy::Account | PaidBy::Debit | PaidBy::Bank | PaidBy::Crypto => {
                &[Posting::PayoutReturned, Posting::ReturnShort]
            }
        })),
        E::AuthorizationRequired
        | E::AuthorizedToFund
        | E::AuthorizationLapsed
        | E::ApprovalRequired
        | E::NotApproved
        | E::ExpiryReached
        | E::Executed
        | E::DebitBegun
        | E::TransferBegun
        | E::PaidIn
        | E::PaidInToSuspense(_)
        | E::PaidInToAccount(_)
        | E::RateRefused
        | E::Refused(_)
        | E::DebitSettled
        | E::DebitSettledInVain
        | E::DebitFailed
        | E::Submitted
        | E::Delivered
        | E::PayoutFailed(_) => None,
    }
}

/// Sends converted money on its way. A rail carries it, or it arrives by the next event of the same commit.
const fn sent(course: Course) -> Move<OutgoingPhase> {
    let next_move = Move::to(OutgoingPhase::Sent);
    if course.leaves { next_move.with_work(Work::SubmitPayout) } else { next_move }
}

/// Returns the postings of an arrival: none if the money has stayed within the service.
pub(super) const fn delivered(course: Course) -> &'static [Posting] {
    match (course.leaves, course.paid_by) {
        (false, _) => &[],
        (true, PaidBy::Transfer) => &[Posting::TransferOutDelivered],
        (true, PaidBy::Account | PaidBy::Debit | PaidBy::Bank | PaidBy::Crypto)
            if course.settles_in_asset =>
        {
            &[Posting::UmaPayoutSettled]
        }
        (true, PaidBy::Account | PaidBy::Debit | PaidBy::Bank | PaidBy::Crypto) => {
            &[Posting::PayoutDelivered]
        }
    }
}

const fn returned(postings: &'static [Posting]) -> Move<OutgoingPhase> {
    failed(OutgoingFailure::PayoutReturned, Custody::Returned).booking(postings)
}

const fn failed(reason: OutgoingFailure, custody: Custody) -> Move<OutgoingPhase> {
    Move::to(OutgoingPhase::failed(reason, custody))
}
