//! Telling the rail to debit.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::DebitStatus;
use causeway_store::Tx;

use super::contradict::hold_against;
use super::fail;
use super::order::{Debit, under_way};
use crate::ports::{DebitAnswer, DebitState, RailError};
use crate::quotes::payout::{ask_again, soon_enough};
use crate::quotes::standing::awaits_debit;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// Tells the rail to debit, unless it may have been told already and does not say for certain that it was not.
///
/// # Errors
/// Those of the database.
pub async fn submit(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(debit) = under_way(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    if job.may_have_run() && debit.status().await != Ok(DebitState::Unknown) {
        return job.conclude(&[], move |tx, context| ask(tx, context, payment, context.now)).await;
    }
    let answered = debit.submit().await;
    job.conclude(&[], move |tx, context| submitted(tx, context, &debit, answered)).await
}

fn submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    debit: &Debit,
    answered: Result<DebitAnswer, RailError>,
) -> Result<Next, ApiError> {
    let ask_at = match answered {
        Ok(DebitAnswer::Accepted { ask_at }) => soon_enough(ask_at, context.now),
        Ok(DebitAnswer::Refused) => {
            let mut pair = Pair::lock(tx, context.platform, debit.quote)?;
            if awaits_debit(&pair.payment) {
                fail(tx, context, &mut pair)?;
            } else {
                hold_against(tx, context, &pair, DebitStatus::Failed)?;
            }
            return Ok(Next::Done);
        }
        // It may have been taken: only the rail can tell.
        Err(RailError::Unclear | RailError::NotAvailable) => ask_again(debit.since, context.now),
    };
    ask(tx, context, debit.order.transaction, ask_at)
}

/// Leaves the rail to be asked.
fn ask(tx: &mut Tx<'_>, context: &Context, transaction: TransactionId, at: Time) -> Result<Next, ApiError> {
    jobs::schedule(tx, context, &Work::AskDebit { transaction }, &transaction, at)?;
    Ok(Next::Done)
}
