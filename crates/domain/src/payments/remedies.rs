//! Operator commands that the state of a payment allows (conventions 2.1), without `causeway` and without the id.

use super::lifecycle::{
    DepositPhase, IncomingUmaPhase, Lifecycle, OutgoingPhase, Phase, RefundDestination, Stage, stage,
};
use super::status::{RefundStatus, TransactionStatus};
use super::unmatched::UnmatchedStatus;

/// Returns the commands that an operator may give about a payment; words in capitals are to be replaced. `is_mirrored` is
/// `true` if only the receiving payment reports the arrival (uma 7).
#[must_use]
pub fn commands(lifecycle: Lifecycle, is_mirrored: bool) -> &'static [&'static str] {
    let Lifecycle { course, phase, refund, refund_to } = lifecycle;
    if refund == Some(RefundStatus::Pending) {
        return &["payment release", "payment keep"];
    }
    if let Some(commands) = unfinished(phase, is_mirrored) {
        return commands;
    }
    let is_suspended = matches!(stage(course, phase, refund), Some(Stage::Suspended));
    match refund {
        Some(RefundStatus::Failed) if is_suspended => match refund_to {
            // The payer has no account in the service.
            Some(RefundDestination::DebitedAccount | RefundDestination::Payer) => {
                &["suspense resolve --account ACCOUNT"]
            }
            Some(RefundDestination::OwnersAccount) | None => &["suspense resolve"],
        },
        None | Some(RefundStatus::Pending | RefundStatus::Completed | RefundStatus::Failed) => &[],
    }
}

/// Returns the commands that an operator may give about money that matches nothing.
#[must_use]
pub const fn unmatched_commands(status: UnmatchedStatus) -> &'static [&'static str] {
    match status {
        UnmatchedStatus::Held => &["suspense resolve --account ACCOUNT", "suspense resolve --payer"],
        UnmatchedStatus::Returning => &["payment release", "payment keep"],
        UnmatchedStatus::Returned | UnmatchedStatus::Credited => &[],
    }
}

/// Returns the commands about a payment that its refund does not decide; `None` if it has failed.
const fn unfinished(phase: Phase, is_mirrored: bool) -> Option<&'static [&'static str]> {
    const PAYOUT: &[&str] = &["payment settle", "payment fail", "payment refund"];
    const DEBIT: &[&str] = &["payment settle", "payment fail"];
    const MIRRORED: &[&str] = &["payment fail", "payment refund"];
    const ARRIVED: &[&str] = &["payment return"];
    const WAITING: &[&str] = &["deposit release", "deposit reject"];
    const SUSPENDED: &[&str] = &["suspense resolve"];
    const NONE: &[&str] = &[];
    Some(match phase {
        Phase::Outgoing(at) => match at {
            OutgoingPhase::Collecting => DEBIT,
            OutgoingPhase::Accepted | OutgoingPhase::Sent if is_mirrored => MIRRORED,
            OutgoingPhase::Accepted | OutgoingPhase::Sent => PAYOUT,
            OutgoingPhase::Delivered if is_mirrored => NONE,
            OutgoingPhase::Delivered => ARRIVED,
            OutgoingPhase::Offered
            | OutgoingPhase::Requested
            | OutgoingPhase::AwaitingAuthorization
            | OutgoingPhase::Expired
            | OutgoingPhase::Cancelled => NONE,
            OutgoingPhase::Failed { .. } => return None,
        },
        Phase::IncomingUma(at) => match at {
            IncomingUmaPhase::PayingOut => PAYOUT,
            IncomingUmaPhase::Credited => ARRIVED,
            IncomingUmaPhase::Created
            | IncomingUmaPhase::AwaitingDecision
            | IncomingUmaPhase::Approved
            | IncomingUmaPhase::Received
            | IncomingUmaPhase::Rejected => NONE,
            IncomingUmaPhase::Failed { .. } => return None,
        },
        Phase::Deposit(at) => match at {
            DepositPhase::Expected | DepositPhase::Accepted | DepositPhase::Collecting => DEBIT,
            DepositPhase::Waiting { .. } => WAITING,
            DepositPhase::Suspended => SUSPENDED,
            DepositPhase::Settled => ARRIVED,
            DepositPhase::Requested | DepositPhase::Mirrored | DepositPhase::Cancelled => NONE,
            DepositPhase::Failed { .. } => return None,
        },
    })
}

/// Returns `true` if a payment has arrived, or needs no command: after the arrival, commands are about a later return.
#[must_use]
pub fn is_over(lifecycle: Lifecycle, is_mirrored: bool) -> bool {
    lifecycle.phase.status() == TransactionStatus::Completed || commands(lifecycle, is_mirrored).is_empty()
}
