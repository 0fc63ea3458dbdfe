//! The event that an unfinished payment waits for (conventions 2.1), with the party that acts next, the deadline, the
//! consequence if it passes, and the operator commands that the state allows.

use super::lifecycle::{
    Custody, DepositPhase, IncomingUmaPhase, Lifecycle, OutgoingPhase, PaidBy, Phase, RefundDestination,
    Stage, stage,
};
use super::remedies::{commands, unmatched_commands};
use super::status::{PendingReason, RefundStatus};
use super::unmatched::UnmatchedStatus;
use crate::named::named;

named! {
    /// A party that a payment waits for.
    pub enum Party {
        Platform = "PLATFORM",
        Customer = "CUSTOMER",
        /// The payer, through its bank or wallet.
        Payer = "PAYER",
        /// The rail that carries or collects the money.
        Rail = "RAIL",
        /// The provider of the other UMA address.
        Provider = "PROVIDER",
        Compliance = "COMPLIANCE",
        Operator = "OPERATOR",
        /// This service: its next job.
        Service = "SERVICE",
    }
}

/// The source of the instant until which a payment waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deadline {
    /// `expiresAt` of the quote, or of the customer's authentication.
    Expiry,
    /// The end of the platform's time to decide.
    Decision,
    /// `payout_timeout_days` after the last change.
    PayoutTimeout,
    /// Thirty days after the arrival of the money.
    Review,
    /// The next job.
    NextJob,
    Unlimited,
}

/// The next job of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NextJob {
    None,
    /// Due at an instant, or running.
    Scheduled,
    /// It has used up its attempts.
    GivenUp,
}

/// The situation of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation {
    pub lifecycle: Lifecycle,
    /// `true` if another platform of this deployment receives the payment: only the receiving payment reports the arrival
    /// (uma 7).
    pub is_mirrored: bool,
    pub next_job: NextJob,
    /// `true` if the deadline has passed.
    pub is_overdue: bool,
}

/// The event that a payment waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitsFor {
    pub party: Party,
    /// The awaited event, as a noun with its verb: "to execute the quote".
    pub what: &'static str,
    pub until: Deadline,
    /// The consequence if the deadline passes.
    pub then: &'static str,
    /// Operator commands without `causeway` and without the id.
    pub commands: &'static [&'static str],
}

const NOTHING_MOVED: &str = "it expires; no money has moved";
const REFUSED: &str = "it fails; no money has moved";
const STAYS: &str = "it stays as it is";

impl WaitsFor {
    const fn new(party: Party, what: &'static str, until: Deadline, then: &'static str) -> Self {
        Self { party, what, until, then, commands: &[] }
    }

    /// Turns to the operator, because the job that would have continued was given up.
    const fn after_a_failed_job(mut self) -> Self {
        self.party = Party::Operator;
        self.what = "to retry the job that was given up, or to decide by hand";
        self.until = Deadline::Unlimited;
        self.then = STAYS;
        self
    }

    /// Turns to the operator if the rail has let its deadline pass: it is only asked again.
    const fn after_the_deadline(mut self) -> Self {
        if matches!(self.until, Deadline::PayoutTimeout) {
            self.party = Party::Operator;
            self.what = "to end the payment by hand, as the rail says";
            self.until = Deadline::Unlimited;
            self.then = STAYS;
        }
        self
    }
}

/// Returns the event that the payment waits for, or `None` if it is finished.
#[must_use]
pub fn waits_for(situation: Situation) -> Option<WaitsFor> {
    let Lifecycle { course, phase, refund, refund_to } = situation.lifecycle;
    let is_suspended = matches!(stage(course, phase, refund), Some(Stage::Suspended));
    let mut waits = match refund {
        Some(RefundStatus::Pending) => of_refund("to release the money for the refund"),
        Some(RefundStatus::Failed) if is_suspended => of_suspense(refund_to),
        None | Some(RefundStatus::Completed | RefundStatus::Failed) => match phase {
            Phase::Outgoing(at) => of_outgoing(situation.lifecycle, at)?,
            Phase::IncomingUma(at) => of_incoming_uma(at, refund)?,
            Phase::Deposit(at) => of_deposit(at, refund)?,
        },
    };
    waits.commands = commands(situation.lifecycle, situation.is_mirrored);
    Some(match situation.next_job {
        NextJob::GivenUp => waits.after_a_failed_job(),
        NextJob::None | NextJob::Scheduled if situation.is_overdue => waits.after_the_deadline(),
        NextJob::None | NextJob::Scheduled => waits,
    })
}

/// Returns the event that money that matches nothing waits for, or `None` if it is in suspense no more. `is_overdue` is
/// `true` if the deadline has passed.
#[must_use]
pub const fn unmatched_waits_for(status: UnmatchedStatus, is_overdue: bool) -> Option<WaitsFor> {
    let mut waits = match status {
        UnmatchedStatus::Held => WaitsFor::new(
            Party::Operator,
            "to name the account of the money, or to return it to its payer",
            Deadline::Unlimited,
            STAYS,
        ),
        UnmatchedStatus::Returning => of_refund("to return the money to its payer"),
        UnmatchedStatus::Returned | UnmatchedStatus::Credited => return None,
    };
    waits.commands = unmatched_commands(status);
    Some(if is_overdue { waits.after_the_deadline() } else { waits })
}

const fn of_refund(what: &'static str) -> WaitsFor {
    let then = "an operator is asked by the alert REFUND_STUCK";
    WaitsFor::new(Party::Rail, what, Deadline::PayoutTimeout, then)
}

const fn of_suspense(to: Option<RefundDestination>) -> WaitsFor {
    let what = match to {
        Some(RefundDestination::DebitedAccount | RefundDestination::Payer) => {
            "to name an account for the money in suspense: the payer has none in the service"
        }
        Some(RefundDestination::OwnersAccount) | None => "to refund the money in suspense",
    };
    WaitsFor::new(Party::Operator, what, Deadline::Unlimited, STAYS)
}

const fn of_outgoing(lifecycle: Lifecycle, phase: OutgoingPhase) -> Option<WaitsFor> {
    use OutgoingPhase as At;
    Some(match phase {
        At::Offered => match lifecycle.course.paid_by {
            PaidBy::Transfer | PaidBy::Account | PaidBy::Debit => {
                WaitsFor::new(Party::Platform, "to execute the quote", Deadline::Expiry, NOTHING_MOVED)
            }
            PaidBy::Bank | PaidBy::Crypto => WaitsFor::new(
                Party::Payer,
                "to pay in the exact amount",
                Deadline::Expiry,
                "it expires; money that comes later becomes a deposit or goes back",
            ),
        },
        At::Requested => of_agent(),
        At::AwaitingAuthorization => {
            WaitsFor::new(Party::Customer, "to authorize the payment", Deadline::Expiry, REFUSED)
        }
        At::Collecting => of_debit(),
        At::Accepted => of_payout("to accept the payout, and to report its outcome"),
        At::Sent => {
            if lifecycle.course.leaves {
                of_payout("to report the outcome of the payout")
            } else {
                WaitsFor::new(Party::Service, "to credit the receiver", Deadline::NextJob, STAYS)
            }
        }
        At::Delivered | At::Expired | At::Cancelled => return None,
        At::Failed { custody, .. } => return of_failed(custody, lifecycle.refund),
    })
}

const fn of_incoming_uma(phase: IncomingUmaPhase, refund: Option<RefundStatus>) -> Option<WaitsFor> {
    use IncomingUmaPhase as At;
    Some(match phase {
        At::Created => WaitsFor::new(
            Party::Provider,
            "to send the pay request that follows its lookup",
            Deadline::Unlimited,
            "it is deleted after some time; no money has moved",
        ),
        At::AwaitingDecision => {
            WaitsFor::new(Party::Platform, "to approve or reject the payment", Deadline::Decision, REFUSED)
        }
        At::Approved => WaitsFor::new(
            Party::Provider,
            "to pay the invoice",
            Deadline::NextJob,
            "the settlement layer is asked again, until the invoice expires; no money has moved",
        ),
        At::Received => WaitsFor::new(Party::Service, "to credit the receiver", Deadline::NextJob, STAYS),
        At::PayingOut => of_payout("to report the outcome of the payout"),
        At::Credited | At::Rejected => return None,
        At::Failed { custody, .. } => return of_failed(custody, refund),
    })
}

const fn of_deposit(phase: DepositPhase, refund: Option<RefundStatus>) -> Option<WaitsFor> {
    use DepositPhase as At;
    Some(match phase {
        At::Expected => WaitsFor::new(
            Party::Rail,
            "to deliver the announced money",
            Deadline::PayoutTimeout,
            "it stays announced, and is in the inbox of operators",
        ),
        At::Waiting { reason } => {
            let (party, what) = of_reason(reason);
            WaitsFor::new(party, what, Deadline::Review, "the money goes back to its payer")
        }
        At::Suspended => WaitsFor::new(
            Party::Operator,
            "to credit the money in suspense: its account does not take it",
            Deadline::Unlimited,
            STAYS,
        ),
        At::Requested => of_agent(),
        At::Accepted | At::Collecting => of_debit(),
        At::Settled | At::Mirrored | At::Cancelled => return None,
        At::Failed { custody, .. } => return of_failed(custody, refund),
    })
}

/// Returns the party that removes a pending reason, and its contribution (money 3.5).
const fn of_reason(reason: PendingReason) -> (Party, &'static str) {
    match reason {
        PendingReason::CounterpartyDeclarationRequired => {
            (Party::Customer, "to declare the owner of the sending address, as an external account")
        }
        PendingReason::WalletVerificationRequired => {
            (Party::Customer, "to prove the ownership of the sending wallet")
        }
        PendingReason::CounterpartyInformationRequired => {
            (Party::Platform, "to complete the data about the third party that sent the money")
        }
        PendingReason::ComplianceReview => (Party::Compliance, "to release or reject the deposit"),
    }
}

const fn of_agent() -> WaitsFor {
    let then = "it is rejected; no money has moved";
    WaitsFor::new(Party::Platform, "to approve the request of an agent", Deadline::Decision, then)
}

const fn of_debit() -> WaitsFor {
    let then = "the debit is recalled: it is given up, or an operator is asked by the alert DEBIT_STUCK";
    WaitsFor::new(Party::Rail, "to report the outcome of the direct debit", Deadline::PayoutTimeout, then)
}

const fn of_payout(what: &'static str) -> WaitsFor {
    let then = "the payout is recalled: it is refunded, or an operator is asked by the alert PAYOUT_STUCK";
    WaitsFor::new(Party::Rail, what, Deadline::PayoutTimeout, then)
}

/// Returns the wait of a failed payment for its refund; `None` if no money was taken, or its refund has ended.
const fn of_failed(custody: Custody, refund: Option<RefundStatus>) -> Option<WaitsFor> {
    match refund {
        Some(RefundStatus::Pending | RefundStatus::Completed | RefundStatus::Failed) => None,
        None => match custody {
            Custody::Payer | Custody::Uncollected | Custody::Beneficiary | Custody::DebitedBank => None,
            Custody::Rail
            | Custody::Returned
            | Custody::Quote
            | Custody::Suspense
            | Custody::PayersAccount => {
                Some(WaitsFor::new(Party::Service, "to begin the refund", Deadline::NextJob, STAYS))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payments::lifecycle::Course;

    const fn situation(paid_by: PaidBy, phase: Phase, refund: Option<RefundStatus>) -> Situation {
        let course = Course { paid_by, leaves: true, settles_in_asset: false };
        let lifecycle = Lifecycle { course, phase, refund, refund_to: None };
        Situation { lifecycle, is_mirrored: false, next_job: NextJob::Scheduled, is_overdue: false }
    }

    #[test]
    fn a_payout_waits_for_its_rail_and_a_failed_job_for_an_operator() {
        let mut sent = situation(PaidBy::Account, OutgoingPhase::Sent.into(), None);
        let waits = waits_for(sent).unwrap();
        assert_eq!((waits.party, waits.until), (Party::Rail, Deadline::PayoutTimeout));
        assert_eq!(waits.commands, ["payment settle", "payment fail", "payment refund"]);
        sent.next_job = NextJob::GivenUp;
        let stopped = waits_for(sent).unwrap();
        assert_eq!((stopped.party, stopped.until), (Party::Operator, Deadline::Unlimited));
        assert_eq!(stopped.commands, waits.commands);
    }

    #[test]
    fn an_overdue_rail_leaves_the_payment_to_an_operator() {
        let refund = Some(RefundStatus::Pending);
        for (phase, refund) in [
            (OutgoingPhase::Sent.into(), None),
            (OutgoingPhase::Collecting.into(), None),
            (OutgoingPhase::Sent.into(), refund),
            (DepositPhase::Expected.into(), None),
        ] {
            let in_time = situation(PaidBy::Account, phase, refund);
            let [before, after] =
                [false, true].map(|is_overdue| waits_for(Situation { is_overdue, ..in_time }).unwrap());
            assert_eq!((before.party, before.until), (Party::Rail, Deadline::PayoutTimeout));
            assert_eq!((after.party, after.until), (Party::Operator, Deadline::Unlimited));
            assert_eq!(after.commands, before.commands);
        }
        let offered = situation(PaidBy::Account, OutgoingPhase::Offered.into(), None);
        assert_eq!(waits_for(Situation { is_overdue: true, ..offered }), waits_for(offered));
    }

    #[test]
    fn unmatched_money_waits_for_an_operator_unless_its_rail_returns_it() {
        let wait = |status, is_overdue| {
            unmatched_waits_for(status, is_overdue)
                .map(|waits| (waits.party, waits.until, waits.commands.len()))
        };
        let operator = Some((Party::Operator, Deadline::Unlimited, 2));
        assert_eq!(wait(UnmatchedStatus::Held, false), operator);
        let rail = Some((Party::Rail, Deadline::PayoutTimeout, 2));
        assert_eq!(wait(UnmatchedStatus::Returning, false), rail);
        assert_eq!(wait(UnmatchedStatus::Returning, true), operator);
        assert_eq!(
            [UnmatchedStatus::Returned, UnmatchedStatus::Credited].map(|end| wait(end, false)),
            [None; 2]
        );
    }

    #[test]
    fn a_quote_waits_for_its_platform_or_its_payer() {
        let party =
            |paid_by| waits_for(situation(paid_by, OutgoingPhase::Offered.into(), None)).unwrap().party;
        let [transfer, account, debit, bank, crypto] = PaidBy::ALL.map(party);
        assert_eq!([transfer, account, debit], [Party::Platform; 3]);
        assert_eq!([bank, crypto], [Party::Payer; 2]);
    }

    /// Checks that a payment waits exactly while its status or its refund is not final, or its money is in suspense.
    #[test]
    fn every_unfinished_payment_waits() {
        let phases = OutgoingPhase::ALL.iter().copied().map(Phase::from);
        let phases = phases.chain(IncomingUmaPhase::ALL.iter().copied().map(Phase::from));
        for phase in phases.chain(DepositPhase::ALL.iter().copied().map(Phase::from)) {
            let unrefunded = situation(PaidBy::Account, phase, None);
            let waits = waits_for(unrefunded).is_some();
            let owes = matches!(
                phase.custody(),
                Some(
                    Custody::Rail
                        | Custody::Returned
                        | Custody::Quote
                        | Custody::Suspense
                        | Custody::PayersAccount
                )
            );
            assert_eq!(waits, !phase.status().is_final() || owes, "{phase:?}");
            let pending = situation(PaidBy::Account, phase, Some(RefundStatus::Pending));
            assert_eq!(
                waits_for(pending).unwrap().commands,
                ["payment release", "payment keep"],
                "{phase:?}"
            );
        }
    }
}
