//! Refunds (money 9): a region parallel to the phase, because a refund exists beside several phases.

use super::change::{Change, Lifecycle, Notice, PaymentTransitionRefused};
use super::course::PaidBy;
use super::custody::Custody;
use super::deposit::DepositPhase;
use super::incoming_uma::IncomingUmaPhase;
use super::moves::Work;
use super::outgoing::OutgoingPhase;
use super::outgoing_moves::delivered;
use super::phase::Phase;
use super::refund_event::{RefundDestination, RefundEvent};
use super::stage::{Stage, stage};
use crate::machine::TransitionRefused;
use crate::payments::status::RefundStatus;
use crate::postings::PostingKind as Posting;

/// Returns the change that an event makes to the refund of a payment.
///
/// # Errors
/// [`PaymentTransitionRefused`] if the refund cannot make this move, or the money is not in a place from which it can be
/// refunded.
pub(super) fn next(lifecycle: Lifecycle, event: RefundEvent) -> Result<Change, PaymentTransitionRefused> {
    use RefundEvent as E;
    use RefundStatus as S;
    let refusal = TransitionRefused { state: lifecycle, event: event.into() };
    let phase = lifecycle.phase;
    let change = |phase, refund, postings, work| Change {
        phase,
        refund: Some(refund),
        postings,
        work,
        notice: Notice::Refund,
    };
    match (lifecycle.refund, event) {
        (None, E::Begun(_)) if is_refundable(phase) => Ok(change(phase, S::Pending, &[], job(lifecycle))),
        // The earlier cancellation came too late and is over. The rail may still stop the payment itself.
        (Some(S::Failed), E::Begun(_)) if is_under_way(phase) => {
            Ok(change(phase, S::Pending, &[], job(lifecycle)))
        }
        (Some(S::Pending), E::Returned) => {
            let postings = returned(lifecycle).ok_or(refusal)?;
            Ok(change(after_return(phase), S::Completed, postings, None))
        }
        (Some(S::Pending), E::CouldNotReturn) => {
            let postings = suspended(lifecycle).ok_or(refusal)?;
            Ok(change(phase, S::Failed, postings, None))
        }
        (Some(S::Pending), E::DeliveredAnyway) => delivered_anyway(lifecycle).ok_or(refusal),
        // A failed refund stays owed to the payer.
        (Some(S::Failed), E::Resolved) if is_suspended(lifecycle) => {
            Ok(change(phase, S::Completed, &[Posting::SuspenseResolved], None))
        }
        (None, E::Begun(_) | E::Returned | E::CouldNotReturn | E::DeliveredAnyway | E::Resolved)
        | (Some(S::Pending), E::Begun(_) | E::Resolved)
        | (
            Some(S::Completed | S::Failed),
            E::Begun(_) | E::Returned | E::CouldNotReturn | E::DeliveredAnyway | E::Resolved,
        ) => Err(refusal),
    }
}

/// Returns `true` if money was taken that can be refunded, or a debit is under way that can be cancelled.
const fn is_refundable(phase: Phase) -> bool {
    match phase {
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent)
        | Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => true,
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => match phase.custody() {
            Some(
                Custody::Rail
                | Custody::Returned
                | Custody::Quote
                | Custody::Suspense
                | Custody::PayersAccount,
            ) => true,
            Some(Custody::Payer | Custody::Uncollected | Custody::Beneficiary | Custody::DebitedBank)
            | None => false,
        },
    }
}

/// Returns `true` if an outgoing payment is with its rail, or about to be submitted.
const fn is_under_way(phase: Phase) -> bool {
    matches!(phase, Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent))
}

const fn is_suspended(lifecycle: Lifecycle) -> bool {
    let Lifecycle { course, phase, refund, .. } = lifecycle;
    matches!(stage(course, phase, refund), Some(Stage::Suspended))
}

/// Returns the job that has the rails release the money. `None` for crypto, which is in the payer's account
/// or in suspense.
const fn job(lifecycle: Lifecycle) -> Option<Work> {
    match (lifecycle.phase, lifecycle.course.paid_by) {
        (Phase::Outgoing(OutgoingPhase::Failed { custody: Custody::PayersAccount, .. }), _)
        | (Phase::Outgoing(OutgoingPhase::Failed { custody: Custody::Suspense, .. }), PaidBy::Crypto) => None,
        (Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_), _) => Some(Work::Refund),
    }
}

/// Returns the phase of a payment whose money is returned. A payment under way becomes cancelled.
const fn after_return(phase: Phase) -> Phase {
    match phase {
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent) => {
            Phase::Outgoing(OutgoingPhase::Cancelled)
        }
        Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => {
            Phase::Deposit(DepositPhase::Cancelled)
        }
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => phase,
    }
}

/// Returns the change that ends a refund because the payment has arrived. A payment under way is asked about
/// again; a failed one keeps its final status, and its arrival is booked. `None` if no rail has the money.
fn delivered_anyway(lifecycle: Lifecycle) -> Option<Change> {
    let over = |phase: Phase, postings: &'static [Posting], work: Option<Work>| Change {
        phase,
        refund: Some(RefundStatus::Failed),
        postings,
        work,
        notice: Notice::Refund,
    };
    match lifecycle.phase {
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent) => {
            Some(over(lifecycle.phase, &[], Some(Work::AskPayout)))
        }
        Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => {
            Some(over(lifecycle.phase, &[], Some(Work::AskDebit)))
        }
        Phase::Outgoing(OutgoingPhase::Failed { reason, custody: Custody::Rail })
            if lifecycle.course.leaves =>
        {
            let phase = OutgoingPhase::Failed { reason, custody: Custody::Beneficiary };
            Some(over(Phase::Outgoing(phase), delivered(lifecycle.course), None))
        }
        Phase::IncomingUma(IncomingUmaPhase::Failed { reason, custody: Custody::Rail }) => {
            let phase = IncomingUmaPhase::Failed { reason, custody: Custody::Beneficiary };
            Some(over(Phase::IncomingUma(phase), &[Posting::UmaOfframpDelivered], None))
        }
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => None,
    }
}

/// Returns the postings of a completed refund, or `None` if the money is not in a place from which it can be
/// refunded.
const fn returned(lifecycle: Lifecycle) -> Option<&'static [Posting]> {
    match lifecycle.phase {
        Phase::Outgoing(OutgoingPhase::Accepted | OutgoingPhase::Sent) => Some(released(lifecycle)),
        Phase::Outgoing(OutgoingPhase::Failed { custody, .. }) => match custody {
            Custody::Rail | Custody::Returned => Some(released(lifecycle)),
            Custody::Quote => Some(match lifecycle.refund_to {
                Some(RefundDestination::DebitedAccount | RefundDestination::Payer) => {
                    &[Posting::DebitSentBack]
                }
                Some(RefundDestination::OwnersAccount) | None => &[Posting::QuoteRefunded],
            }),
            Custody::Suspense => Some(&[Posting::FundingReturned]),
            Custody::PayersAccount => Some(&[]),
            Custody::Payer | Custody::Uncollected | Custody::Beneficiary | Custody::DebitedBank => None,
        },
        Phase::IncomingUma(IncomingUmaPhase::Failed { custody: Custody::Rail, .. }) => {
            Some(&[Posting::UmaOfframpReversed, Posting::UmaSentBack])
        }
        Phase::IncomingUma(IncomingUmaPhase::Failed { custody: Custody::Suspense, .. }) => {
            Some(&[Posting::UmaSentBack])
        }
        Phase::Deposit(DepositPhase::Accepted | DepositPhase::Collecting) => {
            Some(&[Posting::TransferInFailed])
        }
        Phase::Deposit(DepositPhase::Failed { custody: Custody::Suspense, .. }) => {
            Some(&[Posting::DepositReturned])
        }
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => None,
    }
}

/// Returns the postings that refund converted money that its rail has released (L4c, L5d, L5e).
const fn released(lifecycle: Lifecycle) -> &'static [Posting] {
    match (lifecycle.course.paid_by, lifecycle.refund_to) {
        (PaidBy::Transfer, _) => &[Posting::TransferOutRefunded],
        (_, Some(RefundDestination::Payer)) => &[Posting::ConversionReversed, Posting::FundingSentBack],
        (_, Some(RefundDestination::DebitedAccount)) => {
            &[Posting::ConversionReversed, Posting::DebitSentBack]
        }
        (_, Some(RefundDestination::OwnersAccount) | None) => {
            &[Posting::ConversionReversed, Posting::QuoteRefunded]
        }
    }
}

/// Returns the postings that move the money into suspense: none for money that is already there. `None` if
/// there is no money to move.
const fn suspended(lifecycle: Lifecycle) -> Option<&'static [Posting]> {
    match lifecycle.phase {
        Phase::Outgoing(OutgoingPhase::Failed { custody, .. }) => match custody {
            Custody::Rail | Custody::Returned => Some(match lifecycle.course.paid_by {
                PaidBy::Transfer => &[Posting::TransferOutSuspended],
                PaidBy::Account | PaidBy::Debit | PaidBy::Bank | PaidBy::Crypto => {
                    &[Posting::ConversionReversed, Posting::RefundSuspended]
                }
            }),
            Custody::Quote => Some(&[Posting::RefundSuspended]),
            Custody::Suspense => Some(&[]),
            Custody::Payer
            | Custody::Uncollected
            | Custody::Beneficiary
            | Custody::PayersAccount
            | Custody::DebitedBank => None,
        },
        Phase::IncomingUma(IncomingUmaPhase::Failed { custody: Custody::Rail, .. }) => {
            Some(&[Posting::UmaOfframpReversed])
        }
        Phase::IncomingUma(IncomingUmaPhase::Failed { custody: Custody::Suspense, .. })
        | Phase::Deposit(DepositPhase::Failed { custody: Custody::Suspense, .. }) => Some(&[]),
        Phase::Outgoing(_) | Phase::IncomingUma(_) | Phase::Deposit(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::Course;
    use super::*;
    use crate::payments::status::OutgoingFailure;

    #[test]
    fn the_arrival_of_a_failed_payment_is_booked_and_nothing_is_refunded() {
        let failed =
            |custody| Phase::Outgoing(OutgoingPhase::failed(OutgoingFailure::QuoteExecutionFailed, custody));
        for (paid_by, settles_in_asset, posting) in [
            (PaidBy::Account, true, Posting::UmaPayoutSettled),
            (PaidBy::Account, false, Posting::PayoutDelivered),
            (PaidBy::Transfer, false, Posting::TransferOutDelivered),
        ] {
            let course = Course { paid_by, leaves: true, settles_in_asset };
            let phase = failed(Custody::Rail);
            let given_up = Lifecycle { course, phase, refund: Some(RefundStatus::Pending), refund_to: None };
            let change = next(given_up, RefundEvent::DeliveredAnyway).unwrap();
            assert_eq!(change.phase, failed(Custody::Beneficiary));
            assert_eq!((change.refund, change.postings), (Some(RefundStatus::Failed), &[posting][..]));
            let arrived = Lifecycle { phase: change.phase, refund: change.refund, ..given_up };
            assert!(next(arrived, RefundEvent::Resolved).is_err(), "nothing is in suspense");
        }
    }
}
