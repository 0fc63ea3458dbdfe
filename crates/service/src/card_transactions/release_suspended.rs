//! The job that credits an account with the card credits that arrived while it was frozen (cards 8.5).

use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::card_transactions as rows;
use causeway_store::{Error, Tx};

use super::locked::LockedTransaction;
use super::{errors, funding, operate};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Credits the suspended amounts of the account's card transactions, one transaction per run.
pub(crate) async fn run(job: &ClaimedJob, account: InternalAccountId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| release_one(tx, context, account)).await
}

fn release_one(tx: &mut Tx<'_>, context: &Context, account: InternalAccountId) -> Result<Next, ApiError> {
    let suspended = rows::find_suspended(tx, context.platform, account)?;
    let Some(first) = suspended.first() else { return Ok(Next::Done) };
    let mut locked = LockedTransaction::find(tx, context, *first)?.ok_or(Error::Missing)?;
    // Frozen again, or closed: an operator settles it.
    if funding::status(&locked.account) != InternalAccountStatus::Active {
        return Ok(Next::Done);
    }
    operate::credit_suspended(tx, context, &mut locked).map_err(errors::of)?;
    let is_last = suspended.len() == 1;
    Ok(if is_last { Next::Done } else { Next::Again { at: context.now } })
}
