//! Where the money of a payment stands, by what is booked for it; and which statuses show that (money 2.2, 10.8).

use super::status::{RefundStatus, TransactionStatus, TransactionType};
use crate::machine::Refused;
use crate::postings::PostingKind;

/// Where the money of a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Where it was: nothing is booked.
    Unmoved,
    /// A direct debit is to bring it.
    Collecting,
    /// Coins that were paid in for it, in the account of whoever pays.
    PaidIn,
    /// Taken from its source, and committed to the quote.
    Committed,
    /// With the rail that pays it out.
    InFlight,
    /// Where it was to go.
    Arrived,
    /// In suspense.
    Suspended,
    /// Back, or never come; or given to somebody after all.
    Undone,
}

impl Stage {
    /// Every stage once.
    pub const EVERY: [Self; 8] = [
        Self::Unmoved,
        Self::Collecting,
        Self::PaidIn,
        Self::Committed,
        Self::InFlight,
        Self::Arrived,
        Self::Suspended,
        Self::Undone,
    ];

    /// Where the money stands once all of this is booked, in whatever order; `stays` where it does not leave the
    /// service.
    ///
    /// # Errors
    /// When no payment has all of these postings, or one of them twice.
    pub fn of(booked: &[PostingKind], stays: bool) -> Result<Self, Refused<Self, PostingKind>> {
        let mut booked = booked.to_vec();
        booked.sort_unstable_by_key(|kind| PostingKind::EVERY.iter().position(|known| known == kind));
        booked.into_iter().try_fold(Self::Unmoved, |stage, kind| next_stage(stage, kind, stays))
    }
}

/// Where the money stands after a posting.
///
/// # Errors
/// When that posting is not made of money that stands there.
pub fn next_stage(
    stage: Stage,
    kind: PostingKind,
    stays: bool,
) -> Result<Stage, Refused<Stage, PostingKind>> {
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
        K::PayoutDelivered => (InFlight, Arrived),
        K::PayoutReturned => (Arrived, InFlight),
        K::ConversionReversed => (InFlight, Committed),
        K::QuoteRefunded | K::DebitSentBack | K::FundingSentBack => (Committed, Undone),
        K::RefundSuspended => (Committed, Suspended),
        K::UmaSuspended => (Unmoved, Suspended),
        K::UmaCredited => (Unmoved, Arrived),
        K::UmaOfframpStarted => (Unmoved, InFlight),
        K::UmaOfframpDelivered => (InFlight, Arrived),
        K::UmaOfframpReturned => (Arrived, InFlight),
        K::UmaOfframpReversed => (InFlight, Suspended),
        K::SuspenseResolved | K::FundingReturned | K::UmaSentBack | K::DepositReturned => (Suspended, Undone),
        // Of money that had fitted no account: the deposit that it has become has postings of its own.
        K::DepositAttributed => (Suspended, Undone),
        // No payment has them: they are booked for card transactions.
        K::CardPullReserved
        | K::CardPullFailed
        | K::CardCleared
        | K::CardHoldReleased
        | K::CardReturned
        | K::CardReturnReversed
        | K::CardCredited
        | K::CardCreditUndone
        | K::CardShortfallCollected
        | K::CardSuspenseCredited => return Err(Refused { state: stage, event: kind }),
    };
    if stage == from { Ok(to) } else { Err(Refused { state: stage, event: kind }) }
}

/// What a payment shows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shown {
    /// Towards the platform's side or away from it.
    pub kind: TransactionType,
    /// Its status.
    pub status: TransactionStatus,
    /// The status of its refund, where it has one.
    pub refund: Option<RefundStatus>,
    /// Whether a quote has priced it.
    pub has_quote: bool,
    /// Whether it was paid in for.
    pub is_paid_in: bool,
    /// Whether its platform is still to approve it.
    pub awaits_approval: bool,
}

impl Shown {
    /// Whether a payment whose money stands there shows itself so.
    #[must_use]
    pub const fn fits(self, stage: Stage) -> bool {
        if self.awaits_approval {
            return matches!(self.status, TransactionStatus::Pending) && matches!(stage, Stage::Unmoved);
        }
        match self.kind {
            TransactionType::Outgoing => self.outgoing_fits(stage),
            TransactionType::Incoming => self.incoming_fits(stage),
        }
    }

    const fn outgoing_fits(self, stage: Stage) -> bool {
        use TransactionStatus as S;
        match (self.status, self.refund) {
            // A transfer is debited from the beginning on.
            (S::Pending, _) if !self.has_quote => {
                !matches!(self.refund, Some(RefundStatus::Completed)) && matches!(stage, Stage::InFlight)
            }
            (S::Pending | S::PendingAuthorization | S::Expired, None) => matches!(stage, Stage::Unmoved),
            (S::Processing, None) => matches!(stage, Stage::Collecting | Stage::InFlight),
            // One whose cancellation came too late goes on.
            (S::Processing, Some(RefundStatus::Pending | RefundStatus::Failed)) => {
                matches!(stage, Stage::InFlight)
            }
            (S::Completed, None | Some(RefundStatus::Failed)) => matches!(stage, Stage::Arrived),
            // Before anything was debited, or because the debit failed.
            (S::Failed, None) => matches!(stage, Stage::Unmoved | Stage::Undone),
            // What was paid in and not converted goes back out of suspense; coins are back as they come.
            (S::Failed, Some(RefundStatus::Pending)) if self.is_paid_in => {
                matches!(stage, Stage::InFlight | Stage::Suspended)
            }
            (S::Failed, Some(RefundStatus::Completed)) if self.is_paid_in => {
                matches!(stage, Stage::Undone | Stage::PaidIn)
            }
            (S::Failed, Some(RefundStatus::Pending)) => matches!(stage, Stage::InFlight | Stage::Committed),
            (S::Failed, Some(RefundStatus::Failed)) => matches!(stage, Stage::Suspended),
            (S::Failed | S::Refunded, Some(RefundStatus::Completed)) => matches!(stage, Stage::Undone),
            (S::Pending | S::PendingAuthorization | S::Expired, Some(_))
            | (S::Completed, Some(RefundStatus::Pending | RefundStatus::Completed))
            | (S::Processing, Some(RefundStatus::Completed))
            | (S::Refunded, None | Some(RefundStatus::Pending | RefundStatus::Failed))
            | (S::Created | S::Rejected, _) => false,
        }
    }

    /// The receiver's payment under the sender's quote is booked as the sender's.
    const fn incoming_fits(self, stage: Stage) -> bool {
        use TransactionStatus as S;
        match self.status {
            S::Completed if self.has_quote => matches!(stage, Stage::Unmoved),
            S::Completed => matches!(stage, Stage::Arrived),
            // What goes on to an external account.
            S::Processing if matches!(stage, Stage::InFlight) => true,
            S::Pending | S::Processing => {
                matches!(stage, Stage::Unmoved | Stage::Suspended | Stage::Collecting)
            }
            // What has settled and was not credited goes back.
            S::Failed if matches!(self.refund, Some(RefundStatus::Pending)) => {
                matches!(stage, Stage::InFlight | Stage::Suspended)
            }
            S::Failed if matches!(self.refund, Some(RefundStatus::Completed)) => {
                matches!(stage, Stage::Undone)
            }
            S::Failed => matches!(stage, Stage::Unmoved | Stage::Suspended | Stage::Undone),
            S::Created | S::Rejected | S::Expired => matches!(stage, Stage::Unmoved | Stage::Suspended),
            // A direct debit that was cancelled.
            S::Refunded => matches!(stage, Stage::Undone),
            S::PendingAuthorization => false,
        }
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
        assert!(Stage::of(&[K::QuoteExecuted, K::QuoteExecuted], false).is_err());
        assert!(Stage::of(&[K::QuoteConverted], false).is_err());
    }

    #[test]
    fn every_posting_is_made_of_money_that_stands_somewhere() {
        for kind in K::EVERY.iter().filter(|kind| !kind.is_of_card()) {
            let made = |stage: &Stage| next_stage(*stage, *kind, false).is_ok();
            assert_eq!(Stage::EVERY.iter().filter(|stage| made(stage)).count(), 1, "{kind}");
        }
    }

    #[test]
    fn a_status_shows_what_is_booked() {
        let shown = |status, refund| Shown {
            kind: TransactionType::Outgoing,
            status,
            refund,
            has_quote: true,
            is_paid_in: false,
            awaits_approval: false,
        };
        use TransactionStatus as S;
        let transfer = |status, refund| Shown { has_quote: false, ..shown(status, refund) };
        assert!(transfer(S::Pending, None).fits(Stage::InFlight), "debited with the request");
        assert!(transfer(S::Pending, Some(RefundStatus::Pending)).fits(Stage::InFlight), "being cancelled");
        assert!(!transfer(S::Pending, None).fits(Stage::Undone), "it would be paid all the same");
        let waiting = |status| Shown { awaits_approval: true, ..transfer(status, None) };
        assert!(waiting(S::Pending).fits(Stage::Unmoved) && !waiting(S::Pending).fits(Stage::InFlight));
        assert!(!waiting(S::Completed).fits(Stage::Unmoved), "it could be approved again");
        assert!(shown(S::Completed, Some(RefundStatus::Failed)).fits(Stage::Arrived), "cancelled too late");
        assert!(shown(S::Processing, None).fits(Stage::InFlight));
        assert!(!shown(S::Processing, None).fits(Stage::Arrived), "it would be paid again");
        assert!(!shown(S::Pending, None).fits(Stage::InFlight), "it would be executed again");
        assert!(!shown(S::Failed, Some(RefundStatus::Pending)).fits(Stage::Undone), "it would go back again");
        let incoming =
            |has_quote| Shown { kind: TransactionType::Incoming, has_quote, ..shown(S::Completed, None) };
        assert!(incoming(false).fits(Stage::Arrived) && incoming(true).fits(Stage::Unmoved));
        assert!(!incoming(false).fits(Stage::Unmoved));
        let receipt = |status, refund| Shown { refund, status, ..incoming(false) };
        assert!(receipt(S::Processing, None).fits(Stage::InFlight), "on its way to an external account");
        assert!(!receipt(S::Pending, None).fits(Stage::InFlight), "nobody has approved it");
        let back = |refund| receipt(S::Failed, Some(refund));
        assert!(back(RefundStatus::Pending).fits(Stage::Suspended));
        assert!(back(RefundStatus::Completed).fits(Stage::Undone));
        assert!(!back(RefundStatus::Completed).fits(Stage::Suspended), "nobody has it");
        assert!(back(RefundStatus::Failed).fits(Stage::Suspended));
        let failed = |refund| Shown { is_paid_in: true, ..shown(S::Failed, Some(refund)) };
        assert!(failed(RefundStatus::Pending).fits(Stage::Suspended));
        assert!(failed(RefundStatus::Completed).fits(Stage::PaidIn));
        assert!(!failed(RefundStatus::Completed).fits(Stage::Suspended), "nobody has it");
        assert!(!shown(S::Failed, Some(RefundStatus::Pending)).fits(Stage::Suspended));
    }
}
