//! The job that asks about an order that has ended here, and of which the feed tells something else (rails 8.1, 13).

use causeway_store::Tx;
use causeway_store::rails::OrderName;

use super::feed::has_contest;
use super::order::ask;
use crate::runtime::api_error::ApiError;
use crate::runtime::jobs::{ClaimedJob, Next, ask_again};

/// Asks the adapter for the record of the order until there is a signed answer, or until its feed no longer tells anything
/// else. The answer is kept as a contradiction, or replaces the record if it is possible.
pub(crate) async fn run(job: &ClaimedJob, order: OrderName) -> Result<(), ApiError> {
    let platform = job.platform;
    let look = move |tx: &mut Tx<'_>| Ok::<_, ApiError>(has_contest(tx, platform, order)?);
    let is_over = !job.app.store.read(look).await? || has_answer(job, order).await;
    let since = job.created_at();
    job.conclude(&[], move |_, context| {
        Ok(if is_over { Next::Done } else { Next::Again { at: ask_again(since, context.now) } })
    })
    .await
}

async fn has_answer(job: &ClaimedJob, order: OrderName) -> bool {
    let answer = ask::status(&job.app.rails, job.platform, order).await;
    if let Err(error) = &answer {
        tracing::warn!(transaction = %order.transaction, ?error, "no answer about an order that has ended");
    }
    answer.is_ok()
}
