//! The place of a payment's money: by its postings, and by its phase (money 2.2, 10.8).

use super::course::Course;
use super::custody::Custody;
use super::deposit::DepositPhase;
use super::incoming_uma::IncomingUmaPhase;
use super::outgoing::OutgoingPhase;
use super::phase::Phase;
use crate::machine::TransitionRefused;
use crate::payments::status::RefundStatus;
use crate::postings::PostingKind;

/// The place of a payment's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// At its origin: no posting is booked.
    Unmoved,
    /// To be brought by a direct debit.
    Collecting,
    /// Crypto paid in for the payment, in the payer's account.
    PaidIn,
    /// Taken from its source, and committed to the quote.
    Committed,
    /// With the rail that pays it out.
    InFlight,
    /// At its destination.
    Arrived,
    Suspended,
    /// Refunded, never received, or credited elsewhere by an operator.
    Undone,
}

impl Stage {
    pub const ALL: [Self; 8] = [
        Self::Unmoved,
        Self::Collecting,
        Self::PaidIn,
        Self::Committed,
        Self::InFlight,
        Self::Arrived,
        Self::Suspended,
        Self::Undone,
    ];

    /// Returns the place of the money after all of these postings, in any order. `stays` is `true` if the
    /// money does not leave the service.
    ///
    /// # Errors
    /// [`TransitionRefused`] if no payment has all of these postings, or one of them is repeated.
    pub fn of(booked: &[PostingKind], stays: bool) -> Result<Self, TransitionRefused<Self, PostingKind>> {
        let mut booked = booked.to_vec();
        booked.sort_unstable_by_key(|kind| PostingKind::ALL.iter().position(|known| known == kind));
        let mut stage = Self::Unmoved;
        let mut previous = None;
        for kind in booked {
            if previous.replace(kind) == Some(kind) {
                return Err(TransitionRefused { state: stage, event: kind });
            }
            stage = next_stage(stage, kind, stays)?;
        }
        Ok(stage)
    }
}

/// Returns the place of the money after a posting.
///
/// # Errors
/// [`TransitionRefused`] if that posting does not take money from there.
pub fn next_stage(
    stage: Stage,
    kind: PostingKind,
    stays: bool,
) -> Result<Stage, TransitionRefused<Stage, PostingKind>> {
    use PostingKind as K;
    use Stage::{Arrived, Collecting, Committed, InFlight, PaidIn, Suspended, Undone, Unmoved};
    let (from, to) = match kind {
        K::SandboxFunded | K::DepositSettled | K::AccountDebited => (Unmoved, Arrived),
        K::DepositSuspended | K::FundingSuspended => (Unmoved, Suspended),
        K::DepositReleased => (Suspended, Arrived),
        K::TransferInStarted => (Unmoved, Collecting),
        K::TransferInSettled => (Collecting, Arrived),
        K::TransferInFailed => (Collecting, Undone),
        K::TransferInReturned => (Arrived, Undone),
        K::TransferOutStarted => (Unmoved, InFlight),
        K::TransferOutDelivered => (InFlight, Arrived),
        K::TransferOutReturned => (Arrived, InFlight),
        K::TransferOutRefunded => (InFlight, Undone),
        K::TransferOutSuspended => (InFlight, Suspended),
        K::QuoteExecuted | K::QuoteFunded => (Unmoved, Committed),
        K::CoinsPaidIn => (Unmoved, PaidIn),
        K::CoinsCommitted => (PaidIn, Committed),
        K::DebitStarted => (Unmoved, Collecting),
        K::DebitSettled => (Collecting, Committed),
        K::DebitFailed => (Collecting, Undone),
        K::QuoteConverted => (Committed, if stays { Arrived } else { InFlight }),
        K::PayoutDelivered | K::UmaPayoutSettled => (InFlight, Arrived),
        K::PayoutReturned => (Arrived, InFlight),
        K::ConversionReversed => (InFlight, Committed),
        K::QuoteRefunded | K::DebitSentBack | K::FundingSentBack => (Committed, Undone),
        K::RefundSuspended => (Committed, Suspended),
        K::UmaSuspended => (Unmoved, Suspended),
        K::UmaCredited => (Unmoved, Arrived),
        K::UmaOfframpStarted => (Unmoved, InFlight),
        K::UmaOfframpDelivered => (InFlight, Arrived),
        K::UmaOfframpReturned => (Arrived, InFlight),
        // The money that came back is in flight, whatever is missing of it.
        K::ReturnShort => (InFlight, InFlight),
        K::UmaOfframpReversed => (InFlight, Suspended),
        K::SuspenseResolved | K::FundingReturned | K::UmaSentBack | K::DepositReturned => (Suspended, Undone),
        // Attributed money becomes a deposit, which has postings of its own.
        K::DepositAttributed => (Suspended, Undone),
        // Booked for card transactions, never for payments.
        K::CardPullReserved
        | K::CardPullFailed
        | K::CardCleared
        | K::CardHoldReleased
        | K::CardReturned
        | K::CardReturnReversed
        | K::CardCredited
        | K::CardCreditUndone
        | K::CardShortfallCollected
        | K::CardSuspenseCredited => return Err(TransitionRefused { state: stage, event: kind }),
    };
    if stage == from { Ok(to) } else { Err(TransitionRefused { state: stage, event: kind }) }
}

/// Returns the place of a payment's money, by its phase and its refund. `None` if no payment has this
/// combination.
#[must_use]
pub const fn stage(course: Course, phase: Phase, refund: Option<RefundStatus>) -> Option<Stage> {
    match (phase, refund) {
        (Phase::Outgoing(phase), _) => of_outgoing(course, phase, refund),
        (Phase::IncomingUma(phase), _) => of_incoming_uma(phase, refund),
        (Phase::Deposit(phase), _) => of_deposit(phase, refund),
    }
}

const fn of_outgoing(course: Course, phase: OutgoingPhase, refund: Option<RefundStatus>) -> Option<Stage> {
    use OutgoingPhase as At;
    use RefundStatus as R;
    match (phase, refund) {
        (At::Offered | At::Requested | At::AwaitingAuthorization | At::Expired, None) => Some(Stage::Unmoved),
        (At::Collecting, None) => Some(Stage::Collecting),
        // After a cancellation that came too late, the payment goes on.
        (At::Accepted | At::Sent, None | Some(R::Pending | R::Failed)) if course.leaves => {
            Some(Stage::InFlight)
        }
        (At::Sent, None) => Some(Stage::Arrived),
        (At::Delivered, None | Some(R::Failed)) => Some(Stage::Arrived),
        (At::Cancelled, Some(R::Completed)) => Some(Stage::Undone),
        (At::Failed { custody, .. }, _) => of_failed(custody, refund),
        (At::Offered | At::Requested | At::AwaitingAuthorization | At::Expired | At::Collecting, Some(_))
        | (At::Accepted | At::Sent, _)
        | (At::Delivered, Some(R::Pending | R::Completed))
        | (At::Cancelled, None | Some(R::Pending | R::Failed)) => None,
    }
}

const fn of_incoming_uma(phase: IncomingUmaPhase, refund: Option<RefundStatus>) -> Option<Stage> {
    use IncomingUmaPhase as At;
    match (phase, refund) {
        (At::Created | At::AwaitingDecision | At::Approved | At::Received | At::Rejected, None) => {
            Some(Stage::Unmoved)
        }
        (At::PayingOut, None) => Some(Stage::InFlight),
        (At::Credited, None) => Some(Stage::Arrived),
        (At::Failed { custody, .. }, _) => of_failed(custody, refund),
        (
            At::Created
            | At::AwaitingDecision
            | At::Approved
            | At::Received
            | At::Rejected
            | At::PayingOut
            | At::Credited,
            Some(_),
        ) => None,
    }
}

const fn of_deposit(phase: DepositPhase, refund: Option<RefundStatus>) -> Option<Stage> {
    use DepositPhase as At;
    use RefundStatus as R;
    match (phase, refund) {
        (At::Expected | At::Requested | At::Mirrored, None) => Some(Stage::Unmoved),
        (At::Waiting { .. } | At::Suspended, None) => Some(Stage::Suspended),
        (At::Accepted | At::Collecting, None | Some(R::Pending | R::Failed)) => Some(Stage::Collecting),
        (At::Settled, None | Some(R::Failed)) => Some(Stage::Arrived),
        (At::Cancelled, Some(R::Completed)) => Some(Stage::Undone),
        // A cancellation that came too late does not change the place.
        (At::Failed { custody: Custody::DebitedBank | Custody::Uncollected, .. }, None | Some(R::Failed)) => {
            Some(Stage::Undone)
        }
        (At::Failed { custody, .. }, _) => of_failed(custody, refund),
        (At::Expected | At::Requested | At::Mirrored | At::Waiting { .. } | At::Suspended, Some(_))
        | (At::Accepted | At::Collecting, Some(R::Completed))
        | (At::Settled, Some(R::Pending | R::Completed))
        | (At::Cancelled, None | Some(R::Pending | R::Failed)) => None,
    }
}

/// Returns the place of a failed payment's money: unchanged until its refund has ended.
const fn of_failed(custody: Custody, refund: Option<RefundStatus>) -> Option<Stage> {
    use RefundStatus as R;
    let begun = match custody {
        Custody::Payer => {
            return match refund {
                None => Some(Stage::Unmoved),
                Some(_) => None,
            };
        }
        Custody::Uncollected | Custody::DebitedBank => {
            return match refund {
                None => Some(Stage::Undone),
                Some(_) => None,
            };
        }
        Custody::Beneficiary => {
            return match refund {
                Some(R::Failed) => Some(Stage::Arrived),
                None | Some(R::Pending | R::Completed) => None,
            };
        }
        Custody::PayersAccount => return Some(Stage::PaidIn),
        Custody::Rail | Custody::Returned => Stage::InFlight,
        Custody::Quote => Stage::Committed,
        Custody::Suspense => Stage::Suspended,
    };
    match refund {
        None | Some(R::Pending) => Some(begun),
        Some(R::Failed) => Some(Stage::Suspended),
        Some(R::Completed) => Some(Stage::Undone),
    }
}

#[cfg(test)]
mod tests {
    use PostingKind as K;

    use super::*;

    #[test]
    fn the_order_of_booking_does_not_count_and_nothing_is_booked_twice() {
        let refunded = [K::QuoteRefunded, K::ConversionReversed, K::QuoteConverted, K::QuoteExecuted];
        assert_eq!(Stage::of(&refunded, false), Ok(Stage::Undone));
        let returned =
            [K::TransferOutStarted, K::TransferOutRefunded, K::TransferOutReturned, K::TransferOutDelivered];
        assert_eq!(Stage::of(&returned, false), Ok(Stage::Undone));
        let sent_back =
            [K::DebitStarted, K::DebitSettled, K::QuoteConverted, K::ConversionReversed, K::DebitSentBack];
        assert_eq!(Stage::of(&sent_back, false), Ok(Stage::Undone));
        assert_eq!(Stage::of(&[K::QuoteExecuted, K::QuoteConverted], true), Ok(Stage::Arrived));
        let short = [
            K::QuoteExecuted,
            K::QuoteConverted,
            K::PayoutDelivered,
            K::PayoutReturned,
            K::ReturnShort,
            K::ConversionReversed,
            K::QuoteRefunded,
        ];
        assert_eq!(Stage::of(&short, false), Ok(Stage::Undone));
        let of_transfer = [
            K::TransferOutStarted,
            K::TransferOutDelivered,
            K::TransferOutReturned,
            K::ReturnShort,
            K::TransferOutRefunded,
        ];
        assert_eq!(Stage::of(&of_transfer, false), Ok(Stage::Undone));
        let sent_on = [
            K::UmaOfframpStarted,
            K::UmaOfframpDelivered,
            K::UmaOfframpReturned,
            K::ReturnShort,
            K::UmaOfframpReversed,
            K::UmaSentBack,
        ];
        assert_eq!(Stage::of(&sent_on, false), Ok(Stage::Undone));
        let twice = [&of_transfer[..4], &[K::ReturnShort]].concat();
        assert!(Stage::of(&of_transfer[..4], false).is_ok() && Stage::of(&twice, false).is_err());
        assert!(Stage::of(&[K::QuoteExecuted, K::QuoteExecuted], false).is_err());
        assert!(Stage::of(&[K::QuoteConverted], false).is_err());
    }

    #[test]
    fn every_posting_starts_from_exactly_one_stage() {
        for kind in K::ALL.iter().filter(|kind| !kind.is_of_card()) {
            let is_reached = |stage: &Stage| next_stage(*stage, *kind, false).is_ok();
            assert_eq!(Stage::ALL.iter().filter(|stage| is_reached(stage)).count(), 1, "{kind}");
        }
    }
}
