//! Telling the rail to pull.

use causeway_domain::Time;
use causeway_domain::collections::CollectionStatus;
use causeway_domain::ids::TransactionId;
use causeway_store::Tx;

use super::contradict::hold_against;
use super::fail;
use super::order::{Pull, under_way};
use crate::ports::{CollectionAnswer, CollectionState, RailError};
use crate::quotes::payout::{ask_again, soon_enough};
use crate::quotes::standing::is_pulling;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// Tells the rail to pull, unless it may have been told already and does not say for certain that it was not.
///
/// # Errors
/// Those of the database.
pub async fn submit(job: &Claimed, payment: TransactionId) -> Result<(), ApiError> {
    let Some(pull) = under_way(job, payment).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    if job.may_have_run() && pull.status().await != Ok(CollectionState::Unknown) {
        return job.conclude(&[], move |tx, context| ask(tx, context, payment, context.now)).await;
    }
    let answered = pull.submit().await;
    job.conclude(&[], move |tx, context| submitted(tx, context, &pull, answered)).await
}

fn submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    pull: &Pull,
    answered: Result<CollectionAnswer, RailError>,
) -> Result<Next, ApiError> {
    let ask_at = match answered {
        Ok(CollectionAnswer::Accepted { ask_at }) => soon_enough(ask_at, context.now),
        Ok(CollectionAnswer::Refused) => {
            let mut pair = Pair::lock(tx, context.platform, pull.quote)?;
            if is_pulling(&pair.payment) {
                fail(tx, context, &mut pair)?;
            } else {
                hold_against(tx, context, &pair, CollectionStatus::Failed)?;
            }
            return Ok(Next::Done);
        }
        // It may have been taken: only the rail can tell.
        Err(RailError::Unclear | RailError::NotAvailable) => ask_again(pull.since, context.now),
    };
    ask(tx, context, pull.order.transaction, ask_at)
}

/// Leaves the rail to be asked.
fn ask(tx: &mut Tx<'_>, context: &Context, transaction: TransactionId, at: Time) -> Result<Next, ApiError> {
    jobs::schedule(tx, context, &Work::AskCollection { transaction }, &transaction, at)?;
    Ok(Next::Done)
}
