//! Asking the rail what became of a pull.

use causeway_domain::collections::CollectionStatus;
use causeway_domain::ids::TransactionId;
use causeway_store::{Prefetch, Tx};

use super::contradict::hold_against;
use super::order::{Pull, followed};
use super::{fail, overdue, settle};
use crate::ports::{CollectionState, RailError};
use crate::quotes::payout::{again, ask_again};
use crate::quotes::standing::is_pulling;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// Asks the rail what became of a pull, also where an operator has said it meanwhile.
///
/// # Errors
/// Those of the database.
pub async fn ask(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(pull) = followed(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let answered = pull.status().await;
    if pull.is_overdue && is_open(answered) {
        return overdue::give_up(job, pull).await;
    }
    let (platform, quote) = (job.platform, pull.quote);
    let prefetch = Prefetch::of_accounts(&pull.accounts)
        .and_reads(move |tx| Pair::prefetch(tx, platform, quote, payment));
    job.conclude(prefetch, move |tx, context| asked(tx, context, &pull, answered)).await
}

const fn is_open(answered: Result<CollectionState, RailError>) -> bool {
    matches!(answered, Err(_) | Ok(CollectionState::Pending { .. } | CollectionState::Unknown))
}

fn asked(
    tx: &mut Tx<'_>,
    context: &Context,
    pull: &Pull,
    answered: Result<CollectionState, RailError>,
) -> Result<Next, ApiError> {
    let transaction = pull.order.transaction;
    let mut pair = Pair::lock(tx, context.platform, pull.quote)?;
    let is_pulling = is_pulling(&pair.payment);
    match answered {
        Ok(CollectionState::Settled) if is_pulling => settle(tx, context, &mut pair)?,
        Ok(CollectionState::Failed) if is_pulling => fail(tx, context, &mut pair)?,
        // The submission never arrived: tell the rail again, under the same id.
        Ok(CollectionState::Unknown) if is_pulling => {
            let work = Work::SubmitCollection { transaction };
            jobs::schedule(tx, context, &work, &transaction, context.now)?;
        }
        Ok(CollectionState::Settled) => hold_against(tx, context, &pair, CollectionStatus::Settled)?,
        Ok(CollectionState::Failed) => hold_against(tx, context, &pair, CollectionStatus::Failed)?,
        // An operator has settled what the rail was never told.
        Ok(CollectionState::Unknown) => {}
        Ok(CollectionState::Pending { ask_at }) => return Ok(again(ask_at, context.now)),
        Err(RailError::Unclear | RailError::NotAvailable) => {
            return Ok(Next::Again { at: ask_again(pull.since, context.now) });
        }
    }
    Ok(Next::Done)
}
