//! The only code that changes the status and the state of a stored payment.

use causeway_domain::external_accounts::estimated_settlement;
use causeway_domain::payments::lifecycle::{
    self, Change, DepositEvent, IncomingUmaEvent, OutgoingEvent, PaymentEvent, PaymentTransitionRefused,
    RefundEvent, RefundTerms,
};
use causeway_domain::payments::{RefundStatus, TransactionStatus, refund_reference};
use causeway_domain::{Amount, Time};
use serde_json::{Map, Value as Json};

use super::record::PaymentRecord;
use super::state::{Funding, IncomingUmaState, PaidBy, Refund, SettlementProof, StateChange};
use super::terms::OnChainTransfer;
use crate::Error;
use crate::sca::ScaChallengeDoc;

/// Maximum number of changes kept in a payment's history. A waiting deposit may change for a month.
const MAX_HISTORY: usize = 24;

/// Information about a payment that does not change its phase.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentFact {
    /// The amount that was paid in for it.
    PaidIn(Funding),
    /// The payment of this deployment that paid it.
    PaidBy(PaidBy),
    /// Data about the receiver that the platform gave with its approval.
    Given(Option<Map<String, Json>>),
    /// The platform's rejection.
    Rejection {
        /// The platform's own words.
        reason: Option<String>,
        /// Required fields about the payer that are missing.
        wants: Vec<String>,
    },
    /// The settlement layer's proof of the payment.
    Settled(SettlementProof),
    /// The platform's reason for its request to cancel.
    CancellationAsked(Option<String>),
    /// The authentication that the customer has to complete before the payment continues; `None` once it is
    /// no longer required.
    Challenge(Option<ScaChallengeDoc>),
    /// The on-chain transfer by which it arrives.
    SentOnChain(Option<OnChainTransfer>),
    /// The on-chain transfer by which it had arrived, if found later. Changes the payment as shown to
    /// clients.
    FoundOnChain(OnChainTransfer),
    /// Time at which the platform delivered the customer's receipt. Changes the payment as shown to clients.
    ReceiptDelivered(Time),
    /// The rail's estimate of the settlement. Changes the payment as shown to clients.
    SettlesAt(Time),
    /// The part of a returned payout that did not come back.
    ReturnedShort(Amount),
}

impl PaymentRecord {
    /// Applies an event of the payment's state machine and returns the resulting change. The caller stores
    /// the payment.
    ///
    /// # Errors
    /// [`Error::Data`] if the state machine refuses the event. [`Error::Missing`] if the payment has no
    /// incoming UMA state or no reference, and the event needs it.
    pub fn apply(&mut self, event: impl Into<PaymentEvent>, now: Time) -> Result<Change, Error> {
        let event = event.into();
        let to_error = |refusal: PaymentTransitionRefused| Error::Data(format!("{}: {refusal}", self.id));
        let change = lifecycle::next(self.lifecycle(), event).map_err(to_error)?;
        self.state.phase = change.phase;
        self.status = change.phase.status();
        self.change_refund(event, change.refund, now)?;
        self.record_times(event, now)?;
        self.updated_at.advance(now);
        self.append_history(event, now);
        Ok(change)
    }

    /// Records information about the payment. The caller stores the payment.
    ///
    /// # Errors
    /// [`Error::Missing`] if the information is about an incoming UMA payment and this is none.
    pub fn note(&mut self, fact: PaymentFact, now: Time) -> Result<(), Error> {
        match fact {
            PaymentFact::PaidIn(funding) => self.state.funding = Some(funding),
            PaymentFact::PaidBy(by) => self.incoming_uma_state()?.paid_by = Some(by),
            PaymentFact::Given(facts) => self.incoming_uma_state()?.given = facts,
            PaymentFact::Rejection { reason, wants } => {
                let incoming_uma_state = self.incoming_uma_state()?;
                incoming_uma_state.rejection_reason = reason;
                incoming_uma_state.wants = wants;
            }
            PaymentFact::Settled(proof) => self.state.settlement = Some(proof),
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
            PaymentFact::SettlesAt(at) => {
                self.state.settles_at = Some(at);
                self.updated_at.advance(now);
            }
            PaymentFact::ReturnedShort(missing) => self.state.return_short = Some(missing),
        }
        Ok(())
    }

    fn change_refund(
        &mut self,
        event: PaymentEvent,
        status: Option<RefundStatus>,
        now: Time,
    ) -> Result<(), Error> {
        if let PaymentEvent::Refund(RefundEvent::Begun(RefundTerms { reason, to })) = event {
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

    /// Records the times of settlement, of approval and of the estimated arrival.
    fn record_times(&mut self, event: PaymentEvent, now: Time) -> Result<(), Error> {
        if self.status == TransactionStatus::Completed && !matches!(event, PaymentEvent::Refund(_)) {
            self.state.settled_at = Some(now);
        }
        if event == IncomingUmaEvent::Approved.into() {
            self.incoming_uma_state()?.approved_at = Some(now);
        }
        if is_handed_to_rail(event) {
            self.state.settles_at = self.terms.rail.and_then(|chosen| estimated_settlement(chosen.rail, now));
        }
        if let PaymentEvent::Outgoing(OutgoingEvent::Refused(_)) = event {
            self.state.settles_at = None;
        }
        Ok(())
    }

    fn append_history(&mut self, event: PaymentEvent, now: Time) {
        let history = &mut self.state.history;
        if history.len() >= MAX_HISTORY {
            history.remove(0);
        }
        history.push(StateChange { status: self.status, at: now, cause: event.name().to_owned() });
    }

    fn incoming_uma_state(&mut self) -> Result<&mut IncomingUmaState, Error> {
        self.state.incoming_uma.as_mut().ok_or(Error::Missing)
    }
}

/// Returns `true` if the event hands the money to a rail, so that its arrival is estimated anew.
const fn is_handed_to_rail(event: PaymentEvent) -> bool {
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
