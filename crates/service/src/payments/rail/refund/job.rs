//! The refund job: it recalls the money of a payment at the rails, and refunds it.

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::payments::lifecycle::RefundDestination;
use causeway_domain::payments::{LayerName, RefundReason};
use causeway_store::Tx;
use causeway_store::payments::{PaymentFact, PaymentRecord, SettlementProof};
use serde_json::json;

use super::settle::{arrived_anyway, complete, suspend_kept};
use crate::payments::checks::{accounts, pre_submission};
use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::{is_being_cancelled, is_refunding, is_with_rail};
use crate::payments::lifecycle::refund::taker;
use crate::payments::rail::load::load_with;
use crate::payments::rail::pace::{again, in_time, is_overdue};
use crate::payments::rail::rail_order::RailOrder;
use crate::payments::rail::{internal, orders};
use crate::ports::{DebitOrder, PayoutStatus, RailError, RecallReason, RecallResponse, RefundOrder, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next, ask_again};

/// A refund for which rails are to be asked.
struct RefundJob {
    world: World,
    /// The payout that its rail has to release.
    payout: Option<RailOrder>,
    /// The direct debit, if the money goes back to the debited account.
    debit: Option<DebitOrder>,
    /// The order to return paid-in money to its payer.
    paid_in: Option<RefundOrder>,
    /// The payment pays an invoice, which may have been paid already.
    has_invoice: bool,
    /// The money came from a UMA address.
    is_incoming_uma: bool,
    /// The UMA address is of this deployment: no rail has to be asked.
    is_internal: bool,
    /// The settlement layer that brought the money from a UMA address.
    layer: LayerName,
    id: TransactionId,
    /// The payment that passed the pre-submission check.
    admitted: PaymentRecord,
    /// The internal accounts that the refund changes.
    accounts: Vec<InternalAccountId>,
    /// The payer asked to cancel the payment.
    is_cancellation: bool,
    since: Time,
    /// The refund exceeds the operator's timeout (money 15).
    is_overdue: bool,
}

/// The answer of the rails to a recall.
struct RecallReport {
    answer: Result<RecallResponse, RailError>,
    /// The proof that the payment has arrived; `None` without an invoice.
    proof: Option<SettlementProof>,
}

/// The warning of alerts about an invoice that may have been paid.
const MAY_ARRIVE: &str = "The node may have paid the invoice, or may still pay it: release the money only if it can \
                          no longer pay. If it has paid, a refund by hand pays twice.";
/// The warning of alerts about an invoice that was paid.
const HAS_ARRIVED: &str = "The money has arrived: the node has the proof. Do not refund it by hand.";

/// Recalls the money of a payment at the rails, and refunds it.
pub async fn run(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(refunding) = load_with(job, payment, pre_submission::reads, is_refunding, RefundJob::of).await?
    else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let report = refunding.recall().await;
    let accounts = refunding.accounts.clone();
    job.conclude(&accounts, move |tx, context| settle(tx, context, &refunding, &report)).await
}

impl RefundJob {
    fn of(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Option<Self>, ApiError> {
        let Some(refund) = &payment.state().refund else { return Ok(None) };
        pre_submission::check_refund(tx, context.platform, payment)?;
        let taker = taker(tx, context.platform, payment)?;
        Ok(Some(Self {
            world: context.app.ports.of(context.environment).clone(),
            payout: if is_with_rail(payment) { orders::rail_order(tx, context, payment)? } else { None },
            debit: match refund.to {
                Some(RefundDestination::DebitedAccount) => orders::debit(tx, context, payment)?,
                Some(RefundDestination::OwnersAccount | RefundDestination::Payer) | None => None,
            },
            paid_in: match refund.to {
                Some(RefundDestination::Payer) => Some(orders::refund(context, payment)?),
                Some(RefundDestination::OwnersAccount | RefundDestination::DebitedAccount) | None => None,
            },
            has_invoice: payment.terms.invoice.is_some(),
            is_incoming_uma: payment.state().incoming_uma.is_some(),
            is_internal: payment.terms.internal_invoice().is_some(),
            layer: payment.terms.layer(),
            id: payment.id,
            admitted: payment.clone(),
            accounts: accounts::in_lock_order(accounts::changed(&payment.terms).into_iter().chain(taker)),
            is_cancellation: refund.reason == RefundReason::UserCancellation,
            since: refund.initiated_at,
            is_overdue: is_overdue(tx, context, refund.initiated_at)?,
        }))
    }

    /// Recalls the money: first from the rail that was to pay, then from the one that brought it.
    async fn recall(&self) -> RecallReport {
        if let Some(order) = &self.payout {
            let answer = order.recall(&self.world, self.recall_reason()).await;
            if answer != Ok(RecallResponse::Released) {
                return self.unreleased(order, answer).await;
            }
        }
        RecallReport { answer: self.give_back().await, proof: None }
    }

    /// Returns the reason that the rails are told.
    const fn recall_reason(&self) -> RecallReason {
        if self.is_cancellation { RecallReason::Cancelled } else { RecallReason::GivenUp }
    }

    /// Reports a payout that its rail has not released. An arrival of an invoice's payment counts only with its
    /// proof; as long as its node cannot be asked, nothing is known.
    async fn unreleased(&self, order: &RailOrder, answer: Result<RecallResponse, RailError>) -> RecallReport {
        let unclear = RecallReport { answer: Err(RailError::Unclear), proof: None };
        match answer {
            Ok(RecallResponse::Arrived) if order.pays_invoice() => match order.status(&self.world).await {
                Ok(PayoutStatus::Delivered { proof: Some(proof), .. }) => {
                    RecallReport { answer, proof: Some(proof) }
                }
                Ok(_) | Err(_) => unclear,
            },
            Err(RailError::NotAvailable) if order.pays_invoice() || self.has_invoice => unclear,
            Ok(_) | Err(_) => RecallReport { answer, proof: None },
        }
    }

    /// Returns the money by the rail that brought it.
    async fn give_back(&self) -> Result<RecallResponse, RailError> {
        if let Some(order) = &self.paid_in {
            return match (self.is_internal, self.is_incoming_uma) {
                (true, _) => Ok(RecallResponse::Released),
                (false, true) => in_time(self.world.layer(self.layer)?.refund(order)).await,
                (false, false) => in_time(self.world.refunds.refund(order)).await,
            };
        }
        match &self.debit {
            Some(order) => in_time(self.world.debits.recall(order, self.recall_reason())).await,
            None => Ok(RecallResponse::Released),
        }
    }
}

fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    refunding: &RefundJob,
    report: &RecallReport,
) -> Result<Next, ApiError> {
    if refunding.is_incoming_uma {
        internal::lock_payer_first(tx, context.platform, refunding.id)?;
    }
    let mut locked = LockedPayment::get(tx, context.platform, refunding.id)?;
    if !is_refunding(&locked.payment) {
        return Ok(Next::Done);
    }
    if locked.payment != refunding.admitted {
        pre_submission::check_refund(tx, context.platform, &locked.payment)?;
    }
    if let Some(proof) = &report.proof {
        record_arrival(tx, context, &mut locked, proof)?;
        return Ok(Next::Done);
    }
    let next = match report.answer {
        Ok(RecallResponse::Released) => {
            complete(tx, context, &mut locked)?;
            return Ok(Next::Done);
        }
        Ok(RecallResponse::Arrived) if refunding.is_cancellation && is_being_cancelled(&locked.payment) => {
            arrived_anyway(tx, context, &mut locked)?;
            return Ok(Next::Done);
        }
        Ok(RecallResponse::Arrived | RecallResponse::Declined) | Err(RailError::NotAvailable) => {
            suspend_kept(tx, context, &mut locked)?;
            return Ok(Next::Done);
        }
        Ok(RecallResponse::Pending { poll_at }) => again(poll_at, context.now),
        Err(RailError::Unclear) => Next::Again { at: ask_again(refunding.since, context.now) },
    };
    if refunding.is_overdue {
        let warning = refunding.has_invoice.then_some(MAY_ARRIVE);
        let known = json!({ "since": refunding.since.to_string(), "warning": warning });
        call_operator(tx, context, AlertKind::RefundStuck, &locked.payment, known)?;
    }
    Ok(next)
}

/// Records the proven arrival of a payment that was given up: there is nothing to refund (money 9).
fn record_arrival(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    proof: &SettlementProof,
) -> Result<(), ApiError> {
    let known = json!({ "reference": proof.reference, "warning": HAS_ARRIVED });
    let is_under_way = is_being_cancelled(&locked.payment);
    locked.payment.note(PaymentFact::Settled(proof.clone()), context.now)?;
    arrived_anyway(tx, context, locked)?;
    if is_under_way {
        // The inquiry that follows completes the payment.
        return Ok(());
    }
    call_operator(tx, context, AlertKind::PayoutArrivedAnyway, &locked.payment, known)
}
