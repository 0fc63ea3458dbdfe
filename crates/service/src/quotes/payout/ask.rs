//! Asking the rail what became of a payout.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::RefundReason;
use causeway_store::{Prefetch, Tx, transactions};

use super::order::{Payout, again, ask_again, followed};
use super::{contradict, overdue};
use crate::ports::{PayoutStatus, RailError};
use crate::quotes::outcome;
use crate::quotes::standing::{has_arrived, is_under_way};
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// Asks the rail what became of a payout.
///
/// # Errors
/// Those of the database.
pub async fn ask(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(payout) = followed(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = payout.status().await;
    if payout.is_overdue && is_open(&answered) {
        return overdue::take_back(job, payout).await;
    }
    let (platform, quote) = (job.platform, payout.quote);
    let prefetch = Prefetch::default().and_reads(move |tx| Pair::prefetch(tx, platform, quote, payment));
    job.conclude(prefetch, move |tx, context| asked(tx, context, &payout, &answered)).await
}

const fn is_open(answered: &Result<PayoutStatus, RailError>) -> bool {
    matches!(answered, Err(_) | Ok(PayoutStatus::Pending { .. } | PayoutStatus::Unknown))
}

fn asked(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    answered: &Result<PayoutStatus, RailError>,
) -> Result<Next, ApiError> {
    let transaction = payout.order.transaction;
    let mut pair = Pair::lock(tx, context.platform, payout.quote)?;
    let (is_under_way, has_arrived) = (is_under_way(&pair.payment), has_arrived(&pair.payment));
    match answered {
        Ok(PayoutStatus::Delivered { ask_at, on_chain }) => {
            if is_under_way {
                pair.payment.doc.on_chain.clone_from(on_chain);
                outcome::deliver(tx, context, &mut pair)?;
            } else if has_arrived && pair.payment.doc.on_chain.is_none() && on_chain.is_some() {
                // The hash may become known later; nobody is told (money 10.1).
                pair.payment.doc.on_chain.clone_from(on_chain);
                transactions::update(tx, context.platform, &pair.payment)?;
            }
            Ok(ask_at.map_or(Next::Done, |ask_at| again(ask_at, context.now)))
        }
        Ok(PayoutStatus::Failed(refusal)) if is_under_way => {
            outcome::fail(tx, context, &mut pair, (*refusal).into(), RefundReason::TransactionFailed)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Cancelled) if is_under_way => {
            outcome::cancel(tx, context, &mut pair)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Returned) if is_under_way || has_arrived => {
            outcome::send_back(tx, context, &mut pair)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Unknown) if is_under_way => {
            // The submission never arrived: tell the rail again, under the same id.
            jobs::schedule(tx, context, &Work::SubmitPayout { transaction }, &transaction, context.now)?;
            Ok(Next::Done)
        }
        Ok(PayoutStatus::Pending { ask_at }) => Ok(again(*ask_at, context.now)),
        Err(RailError::Unclear | RailError::NotAvailable) => {
            Ok(Next::Again { at: ask_again(payout.since, context.now) })
        }
        Ok(PayoutStatus::Failed(_) | PayoutStatus::Cancelled) if has_arrived => {
            contradict(tx, context, payout, &pair)?;
            Ok(Next::Done)
        }
        // Somebody else was first; or an operator has settled what the rail was never told, and has no more to say of.
        Ok(
            PayoutStatus::Failed(_)
            | PayoutStatus::Cancelled
            | PayoutStatus::Returned
            | PayoutStatus::Unknown,
        ) => Ok(Next::Done),
    }
}
