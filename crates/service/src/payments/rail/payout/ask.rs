//! Inquiries at the rail about the outcome of a payout.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::RefundReason;
use causeway_store::payments::{OnChainTransfer, PaymentFact, PaymentRecord, SettlementProof};
use causeway_store::{Prefetch, Tx};

use super::order::Payout;
use super::outcome;
use super::watchdog::{contradict, recall_overdue};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::{has_arrived, is_under_way};
use crate::payments::rail::estimate;
use crate::payments::rail::pace::again;
use crate::ports::{PayoutStatus, RailError};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work, ask_again};

/// Asks the rail for the outcome of a payout.
pub async fn ask(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(payout) = Payout::load_followed(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = payout.status().await;
    if payout.is_overdue && is_open(&answered) {
        return recall_overdue(job, payout).await;
    }
    let platform = job.platform;
    let id = payout.id;
    let prefetch = Prefetch::default().and_reads(move |tx| LockedPayment::find(tx, platform, id).map(drop));
    job.conclude(prefetch, move |tx, context| apply_answer(tx, context, &payout, &answered)).await
}

const fn is_open(answered: &Result<PayoutStatus, RailError>) -> bool {
    matches!(
        answered,
        Err(_) | Ok(PayoutStatus::Queued { .. } | PayoutStatus::Pending { .. } | PayoutStatus::Unknown)
    )
}

/// Returns `true` if the answer contradicts the arrival of the payment. A settlement in an asset is final.
fn is_contradiction(answered: &Result<PayoutStatus, RailError>, payment: &PaymentRecord) -> bool {
    match answered {
        Ok(PayoutStatus::Failed(_) | PayoutStatus::Cancelled) => true,
        Ok(PayoutStatus::Returned { .. }) => payment.course().settles_in_asset,
        Ok(_) | Err(_) => false,
    }
}

fn apply_answer(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: &Result<PayoutStatus, RailError>,
) -> Result<Next, ApiError> {
    let transaction = payout.id;
    let mut locked = LockedPayment::get(tx, context.platform, payout.id)?;
    let is_under_way = is_under_way(&locked.payment);
    let has_arrived = has_arrived(&locked.payment);
    if has_arrived && is_contradiction(answered, &locked.payment) {
        contradict(tx, context, payout, &locked)?;
        return Ok(Next::Done);
    }
    match answered {
        Ok(PayoutStatus::Delivered { poll_at, on_chain, proof }) => {
            record_delivery(tx, context, &mut locked, on_chain.as_ref(), proof.as_ref())?;
            Ok(poll_at.map_or(Next::Done, |poll_at| again(poll_at, context.now)))
        }
        Ok(PayoutStatus::Failed(refusal)) if is_under_way => {
            outcome::fail(tx, context, &mut locked, (*refusal).into(), RefundReason::TransactionFailed)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Cancelled) if is_under_way => {
            outcome::cancel(tx, context, &mut locked)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Returned { short }) if is_under_way || has_arrived => {
            outcome::return_payout(tx, context, &mut locked, *short)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Unknown) if is_under_way => {
            // The submission never arrived: instruct the rail again, under the same id.
            jobs::schedule(tx, context, &Work::SubmitPayout { transaction }, &transaction, context.now)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Queued { poll_at, settles_at }) => {
            if is_under_way {
                estimate::note(tx, context, &mut locked, *settles_at)?;
            }
            Ok(again(*poll_at, context.now))
        }
        Ok(PayoutStatus::Pending { poll_at, settles_at }) => {
            if is_under_way {
                outcome::mark_submitted(tx, context, &mut locked)?;
                estimate::note(tx, context, &mut locked, *settles_at)?;
            }
            Ok(again(*poll_at, context.now))
        }
        Err(RailError::Unclear | RailError::NotAvailable) => {
            Ok(Next::Again { at: ask_again(payout.since, context.now) })
        }
        // Another outcome was first; or an operator has settled a payout that the rail never received.
        Ok(
            PayoutStatus::Failed(_)
            | PayoutStatus::Cancelled
            | PayoutStatus::Returned { .. }
            | PayoutStatus::Unknown,
        ) => Ok(Next::Done),
    }
}

/// Records that a payout has arrived. Of one that had arrived before, only the hash may become known later, without
/// a notification (money 10.1).
fn record_delivery(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    on_chain: Option<&OnChainTransfer>,
    proof: Option<&SettlementProof>,
) -> Result<(), ApiError> {
    if is_under_way(&locked.payment) {
        if let Some(proof) = proof {
            locked.payment.note(PaymentFact::Settled(proof.clone()), context.now)?;
        }
        locked.payment.note(PaymentFact::SentOnChain(on_chain.cloned()), context.now)?;
        return outcome::deliver(tx, context, locked);
    }
    let is_new = has_arrived(&locked.payment) && locked.payment.state().on_chain.is_none();
    if let Some(found) = on_chain.filter(|_| is_new) {
        locked.payment.note(PaymentFact::FoundOnChain(found.clone()), context.now)?;
        locked.save(tx, context)?;
    }
    Ok(())
}
