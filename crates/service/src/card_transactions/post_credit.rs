//! The job that posts a credit some time after its clearing (cards 10.3).

use causeway_domain::ids::CardTransactionId;
use causeway_store::{Error, Tx};

use super::locked::LockedTransaction;
use super::{books, credits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Posts clearings up to this sum.
pub(crate) async fn run(
    job: &ClaimedJob,
    transaction: CardTransactionId,
    up_to: i64,
) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| post(tx, context, transaction, up_to)).await
}

fn post(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: CardTransactionId,
    up_to: i64,
) -> Result<Next, ApiError> {
    let mut locked = LockedTransaction::find(tx, context, transaction)?.ok_or(Error::Missing)?;
    credits::post(tx, context, &mut locked, up_to).map_err(errors::of)?;
    books::write(tx, context, &mut locked.record)?;
    Ok(Next::Done)
}
