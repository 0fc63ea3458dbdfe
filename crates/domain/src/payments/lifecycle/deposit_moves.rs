//! The moves of money on its way into an account (money 3.5, 10.2). A deposit that waits repeatedly is
//! announced once.

use super::custody::Custody;
use super::deposit::{DepositEvent as E, DepositPhase};
use super::moves::{Move, Work};
use crate::machine::TransitionRefused;
use crate::payments::status::IncomingFailure;
use crate::postings::PostingKind as Posting;

type NextMove = Option<Move<DepositPhase>>;

/// Returns the move that an event makes with money on its way into an account.
///
/// # Errors
/// [`TransitionRefused`] if the money cannot make this move.
pub fn next(phase: DepositPhase, event: E) -> Result<Move<DepositPhase>, TransitionRefused<DepositPhase, E>> {
    let transition = match phase {
        DepositPhase::Expected => from_expected(event),
        DepositPhase::Waiting { .. } => from_waiting(event),
        DepositPhase::Suspended => from_suspended(event),
        DepositPhase::Requested => from_requested(event),
        DepositPhase::Accepted | DepositPhase::Collecting => from_debited(phase, event),
        DepositPhase::Settled => from_settled(event),
        DepositPhase::Mirrored | DepositPhase::Cancelled | DepositPhase::Failed { .. } => None,
    };
    transition.ok_or(TransitionRefused { state: phase, event })
}

const fn from_expected(event: E) -> NextMove {
    match event {
        E::Settled => Some(settled().booking(&[Posting::DepositSettled])),
        E::Funded => Some(settled().booking(&[Posting::SandboxFunded])),
        E::Debited => Some(settled().booking(&[Posting::AccountDebited])),
        E::NotDebited | E::NotReceived => Some(failed(IncomingFailure::CollectionFailed, Custody::Payer)),
        E::NotTaken => Some(Move::to(DepositPhase::Suspended).booking(&[Posting::DepositSuspended])),
        E::WaitsFor(reason) => {
            Some(Move::to(DepositPhase::Waiting { reason }).booking(&[Posting::DepositSuspended]))
        }
        E::ComplianceRejected => Some(failed(IncomingFailure::ComplianceRejected, Custody::Payer)),
        E::CameTooLate => Some(
            failed(IncomingFailure::QuoteExpired, Custody::Suspense).booking(&[Posting::DepositSuspended]),
        ),
        E::Released
        | E::Unresolved
        | E::DebitBegun
        | E::Refused
        | E::NotApproved
        | E::Submitted
        | E::DebitSettled
        | E::DebitFailed
        | E::DebitReturned => None,
    }
}

const fn from_waiting(event: E) -> NextMove {
    match event {
        E::WaitsFor(reason) => Some(Move::to(DepositPhase::Waiting { reason }).unannounced()),
        E::NotTaken => Some(Move::to(DepositPhase::Suspended).unannounced()),
        E::ComplianceRejected | E::Unresolved => {
            Some(failed(IncomingFailure::ComplianceRejected, Custody::Suspense))
        }
        E::Released => Some(settled().booking(&[Posting::DepositReleased])),
        E::Settled
        | E::Funded
        | E::Debited
        | E::NotDebited
        | E::NotReceived
        | E::CameTooLate
        | E::DebitBegun
        | E::Refused
        | E::NotApproved
        | E::Submitted
        | E::DebitSettled
        | E::DebitFailed
        | E::DebitReturned => None,
    }
}

const fn from_suspended(event: E) -> NextMove {
    match event {
        E::Released => Some(settled().booking(&[Posting::DepositReleased])),
        E::Settled
        | E::Funded
        | E::Debited
        | E::NotDebited
        | E::NotTaken
        | E::WaitsFor(_)
        | E::NotReceived
        | E::ComplianceRejected
        | E::Unresolved
        | E::CameTooLate
        | E::DebitBegun
        | E::Refused
        | E::NotApproved
        | E::Submitted
        | E::DebitSettled
        | E::DebitFailed
        | E::DebitReturned => None,
    }
}

const fn from_requested(event: E) -> NextMove {
    match event {
        E::DebitBegun => Some(
            Move::to(DepositPhase::Accepted)
                .booking(&[Posting::TransferInStarted])
                .with_work(Work::SubmitDebit)
                .unannounced(),
        ),
        E::Refused => Some(failed(IncomingFailure::CollectionFailed, Custody::Payer)),
        E::NotApproved => Some(failed(IncomingFailure::QuoteExecutionFailed, Custody::Payer)),
        E::Settled
        | E::Funded
        | E::Debited
        | E::NotDebited
        | E::NotTaken
        | E::WaitsFor(_)
        | E::Released
        | E::NotReceived
        | E::ComplianceRejected
        | E::Unresolved
        | E::CameTooLate
        | E::Submitted
        | E::DebitSettled
        | E::DebitFailed
        | E::DebitReturned => None,
    }
}

const fn from_debited(phase: DepositPhase, event: E) -> NextMove {
    match (phase, event) {
        (DepositPhase::Accepted, E::Submitted) => Some(Move::to(DepositPhase::Collecting).unannounced()),
        (_, E::DebitSettled) => Some(settled().booking(&[Posting::TransferInSettled])),
        (_, E::DebitFailed) => Some(
            failed(IncomingFailure::CollectionFailed, Custody::Uncollected)
                .booking(&[Posting::TransferInFailed]),
        ),
        (
            _,
            E::Settled
            | E::Funded
            | E::Debited
            | E::NotDebited
            | E::NotTaken
            | E::WaitsFor(_)
            | E::Released
            | E::NotReceived
            | E::ComplianceRejected
            | E::Unresolved
            | E::CameTooLate
            | E::DebitBegun
            | E::Refused
            | E::NotApproved
            | E::Submitted
            | E::DebitReturned,
        ) => None,
    }
}

const fn from_settled(event: E) -> NextMove {
    match event {
        E::DebitReturned => Some(
            failed(IncomingFailure::CollectionFailed, Custody::DebitedBank)
                .booking(&[Posting::TransferInReturned]),
        ),
        E::Settled
        | E::Funded
        | E::Debited
        | E::NotDebited
        | E::NotTaken
        | E::WaitsFor(_)
        | E::Released
        | E::NotReceived
        | E::ComplianceRejected
        | E::Unresolved
        | E::CameTooLate
        | E::DebitBegun
        | E::Refused
        | E::NotApproved
        | E::Submitted
        | E::DebitSettled
        | E::DebitFailed => None,
    }
}

const fn settled() -> Move<DepositPhase> {
    Move::to(DepositPhase::Settled)
}

const fn failed(reason: IncomingFailure, custody: Custody) -> Move<DepositPhase> {
    Move::to(DepositPhase::failed(reason, custody))
}
