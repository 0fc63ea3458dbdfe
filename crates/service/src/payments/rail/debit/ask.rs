//! Inquiries at the rail about the outcome of a debit.

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{DebitStatus, TransactionType};
use causeway_store::{Prefetch, Tx};

use super::order::DirectDebit;
use super::outcome::{fail, settle};
use super::watchdog::{recall_overdue, report_contradiction};
use crate::payments::checks::pre_submission;
use crate::payments::incoming::transfer_in;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::phase::{awaits_debit, has_arrived};
use crate::payments::rail::estimate;
use crate::payments::rail::pace::again;
use crate::ports::{DebitState, RailError};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work, ask_again};

/// Asks the rail for the outcome of a debit, even if an operator has reported one meanwhile.
pub async fn ask(job: &ClaimedJob, payment: TransactionId) -> Result<(), ApiError> {
    let Some(debit) = DirectDebit::load_followed(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = debit.status().await;
    if debit.is_overdue && is_open(answered) {
        return recall_overdue(job, debit).await;
    }
    let platform = job.platform;
    let id = debit.id;
    let prefetch = Prefetch::of_accounts(&debit.accounts).and_reads(move |tx| {
        LockedPayment::find(tx, platform, id)?;
        pre_submission::reads(tx, platform, id)
    });
    job.conclude(prefetch, move |tx, context| apply_answer(tx, context, &debit, answered)).await
}

const fn is_open(answered: Result<DebitState, RailError>) -> bool {
    matches!(
        answered,
        Err(_) | Ok(DebitState::Queued { .. } | DebitState::Pending { .. } | DebitState::Unknown)
    )
}

fn apply_answer(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &DirectDebit,
    answered: Result<DebitState, RailError>,
) -> Result<Next, ApiError> {
    let transaction = debit.id;
    let mut locked = LockedPayment::get(tx, context.platform, debit.id)?;
    let awaits_debit = awaits_debit(&locked.payment);
    match answered {
        Ok(DebitState::Settled { poll_at }) => {
            if awaits_debit {
                settle(tx, context, &mut locked)?;
            } else {
                report_contradiction(tx, context, &locked, DebitStatus::Settled)?;
            }
            return Ok(poll_at.map_or(Next::Done, |poll_at| again(poll_at, context.now)));
        }
        Ok(DebitState::Returned) => {
            if awaits_debit {
                settle(tx, context, &mut locked)?;
            }
            reverse_debit(tx, context, &mut locked)?;
        }
        Ok(DebitState::Failed) if awaits_debit => fail(tx, context, &mut locked)?,
        // The submission never arrived: instruct the rail again, under the same id.
        Ok(DebitState::Unknown) if awaits_debit => {
            let work = Work::SubmitDebit { transaction };
            jobs::schedule(tx, context, &work, &transaction, context.now)?;
        }
        Ok(DebitState::Failed) => report_contradiction(tx, context, &locked, DebitStatus::Failed)?,
        // An operator has settled a debit that the rail never received.
        Ok(DebitState::Unknown) => {}
        Ok(DebitState::Queued { poll_at, settles_at }) => {
            if awaits_debit {
                estimate::note_of_debit(tx, context, &mut locked, settles_at)?;
            }
            return Ok(again(poll_at, context.now));
        }
        Ok(DebitState::Pending { poll_at, settles_at }) => {
            if awaits_debit {
                mark_submitted(tx, context, &mut locked)?;
                estimate::note_of_debit(tx, context, &mut locked, settles_at)?;
            }
            return Ok(again(poll_at, context.now));
        }
        Err(RailError::Unclear | RailError::NotAvailable) => {
            return Ok(Next::Again { at: ask_again(debit.since, context.now) });
        }
    }
    Ok(Next::Done)
}

/// Records that the rail works on a transfer; a no-op for a debit that funds a quote.
fn mark_submitted(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    match locked.payment.kind {
        TransactionType::Incoming => transfer_in::mark_submitted(tx, context, locked),
        TransactionType::Outgoing => Ok(()),
    }
}

/// Records that the debited bank has taken a settled debit back. A quote that the debit funded has already
/// been executed, so only a transfer can be undone.
fn reverse_debit(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    match locked.payment.kind {
        TransactionType::Incoming if has_arrived(&locked.payment) => {
            transfer_in::reverse(tx, context, locked)
        }
        TransactionType::Incoming => Ok(()),
        TransactionType::Outgoing => report_contradiction(tx, context, locked, DebitStatus::Failed),
    }
}
