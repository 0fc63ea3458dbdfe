//! The one place that changes the status and the state of a stored payment.

use causeway_domain::Time;
use causeway_domain::external_accounts::settles_at;
use causeway_domain::payments::lifecycle::{
    self, Change, DepositEvent, OutgoingEvent, PaymentEvent, ReceiptEvent, RefundEvent, Refunding, Unmovable,
};
use causeway_domain::payments::{RefundStatus, TransactionStatus, refund_reference};
use serde_json::{Map, Value as Json};

use super::record::PaymentRecord;
use super::state::{Funding, Moment, PaidBy, Receipt, Refund};
use super::terms::OnChainTransfer;
use crate::Error;
use crate::sca::ScaChallengeDoc;

/// The changes of a payment that are kept. A deposit that waits may change its mind for a month.
const HISTORY_MAX: usize = 24;

/// Something that becomes known of a payment and does not move it.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentFact {
    /// What was paid in for it.
    PaidIn(Funding),
    /// The payment of this deployment that has paid it.
    PaidBy(PaidBy),
    /// What its platform says of the receiver as it approves.
    Given(Option<Map<String, Json>>),
    /// Why its platform rejects it.
    Rejection {
        /// In the platform's own words.
        reason: Option<String>,
        /// The facts about the payer that the platform lacks.
        wants: Vec<String>,
    },
    /// Why its platform wants it stopped.
    CancellationAsked(Option<String>),
    /// What its customer has to prove before it goes on; `None`: nothing any more.
    Challenge(Option<ScaChallengeDoc>),
    /// The transfer on a chain by which it arrives.
    SentOnChain(Option<OnChainTransfer>),
    /// The transfer on a chain by which it had arrived: found out later, which changes what is shown of it.
    FoundOnChain(OnChainTransfer),
    /// When its platform delivered the receipt, which changes what is shown of it.
    ReceiptDelivered(Time),
}

impl PaymentRecord {
    /// Moves it as its machine says, and returns what goes with the move. The caller stores it.
    ///
    /// # Errors
    /// [`Error::Data`] if it cannot make this move, or has no receipt or reference that the move needs.
    pub fn apply(&mut self, event: impl Into<PaymentEvent>, now: Time) -> Result<Change, Error> {
        let event = event.into();
        let refused = |refused: Unmovable| Error::Data(format!("{}: {refused}", self.id));
        let change = lifecycle::next(self.lifecycle(), event).map_err(refused)?;
        self.state.phase = change.phase;
        self.status = change.phase.status();
        self.change_refund(event, change.refund, now)?;
        self.take_down_times(event, now)?;
        self.updated_at.advance(now);
        self.remember(event, now);
        Ok(change)
    }

    /// Takes down something that becomes known of it. The caller stores it.
    ///
    /// # Errors
    /// [`Error::Missing`] if it has no receipt, and the fact is about one.
    pub fn note(&mut self, fact: PaymentFact, now: Time) -> Result<(), Error> {
        match fact {
            PaymentFact::PaidIn(funding) => self.state.funding = Some(funding),
            PaymentFact::PaidBy(by) => self.receipt()?.paid_by = Some(by),
            PaymentFact::Given(given) => self.receipt()?.given = given,
            PaymentFact::Rejection { reason, wants } => {
                let receipt = self.receipt()?;
                receipt.rejection_reason = reason;
                receipt.wants = wants;
            }
            PaymentFact::CancellationAsked(reason) => self.state.cancellation_reason = reason,
            PaymentFact::Challenge(challenge) => self.state.challenge = challenge,
            PaymentFact::SentOnChain(transfer) => self.state.on_chain = transfer,
            PaymentFact::FoundOnChain(transfer) => {
                self.state.on_chain = Some(transfer);
                self.updated_at.advance(now);
            }
            PaymentFact::ReceiptDelivered(at) => {
                self.state.receipt_delivered_at = Some(at);
                self.updated_at.advance(now);
            }
        }
        Ok(())
    }

    fn change_refund(
        &mut self,
        event: PaymentEvent,
        status: Option<RefundStatus>,
        now: Time,
    ) -> Result<(), Error> {
        if let PaymentEvent::Refund(RefundEvent::Begun(Refunding { reason, to })) = event {
            self.state.refund = Some(Refund {
                reference: refund_reference(self.reference.as_deref().ok_or(Error::Missing)?),
                status: RefundStatus::Pending,
                reason,
                initiated_at: now,
                settled_at: None,
                to,
            });
        }
        match (&mut self.state.refund, status) {
            (refund, None) => *refund = None,
            (Some(refund), Some(status)) => {
                if refund.status != status && status == RefundStatus::Completed {
                    refund.settled_at = Some(now);
                }
                refund.status = status;
            }
            (None, Some(_)) => return Err(Error::Missing),
        }
        Ok(())
    }

    /// Takes down when it is settled, approved, and expected to arrive.
    fn take_down_times(&mut self, event: PaymentEvent, now: Time) -> Result<(), Error> {
        if self.status == TransactionStatus::Completed && !matches!(event, PaymentEvent::Refund(_)) {
            self.state.settled_at = Some(now);
        }
        if event == ReceiptEvent::Approved.into() {
            self.receipt()?.approved_at = Some(now);
        }
        if has_left(event) {
            self.state.settles_at = self.terms.rail.and_then(|chosen| settles_at(chosen.rail, now));
        }
        if let PaymentEvent::Outgoing(OutgoingEvent::Refused(_)) = event {
            self.state.settles_at = None;
        }
        Ok(())
    }

    fn remember(&mut self, event: PaymentEvent, now: Time) {
        let history = &mut self.state.history;
        if history.len() >= HISTORY_MAX {
            history.remove(0);
        }
        history.push(Moment { status: self.status, at: now, cause: event.name().to_owned() });
    }

    fn receipt(&mut self) -> Result<&mut Receipt, Error> {
        self.state.receipt.as_mut().ok_or(Error::Missing)
    }
}

/// Returns `true` if a rail gets the money of the payment from now on, so that its arrival is estimated anew.
const fn has_left(event: PaymentEvent) -> bool {
    matches!(
        event,
        PaymentEvent::Outgoing(
            OutgoingEvent::Executed
                | OutgoingEvent::DebitBegun
                | OutgoingEvent::TransferBegun
                | OutgoingEvent::PaidIn
                | OutgoingEvent::DebitSettled
                | OutgoingEvent::Submitted
        ) | PaymentEvent::Deposit(DepositEvent::DebitBegun)
    )
}
