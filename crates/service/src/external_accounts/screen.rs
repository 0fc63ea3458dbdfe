//! The job that screens a new account (money 4.1).

use causeway_domain::external_accounts::{ExternalAccountEvent, ExternalAccountStatus};
use causeway_domain::ids::ExternalAccountId;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::{Error, Tx};

use super::lifecycle;
use crate::ports::{RailError, ScreeningAnswer, ScreeningQuery, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Screens an account that waits for it. Without a screening provider it keeps waiting for an operator.
///
/// # Errors
/// `INTERNAL_ERROR` if the screening's answer is unclear; the job is retried.
pub(crate) async fn run(job: &ClaimedJob, account: ExternalAccountId) -> Result<(), ApiError> {
    let answer = match prepare(job, account).await? {
        None => ScreeningAnswer::LeftToOperator,
        Some((world, query)) => match world.screening.screen(&query).await {
            Ok(answer) => answer,
            Err(RailError::NotAvailable) => ScreeningAnswer::LeftToOperator,
            Err(unclear @ RailError::Unclear) => return Err(ApiError::internal(unclear)),
        },
    };
    job.conclude(&[], move |tx, context| conclude(tx, context, account, answer)).await
}

/// Reads the query; `None` if the account no longer waits.
async fn prepare(
    job: &ClaimedJob,
    account: ExternalAccountId,
) -> Result<Option<(World, ScreeningQuery)>, ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let record = external_accounts::find(tx, platform, account)?.ok_or(Error::Missing)?;
        let world = app.ports.of(context.environment).clone();
        Ok::<_, ApiError>(waits(&record).then(|| (world, query(&context, record))))
    };
    job.app.store.read(read).await
}

fn waits(record: &ExternalAccountRecord) -> bool {
    record.status == ExternalAccountStatus::Pending && !record.is_deleted
}

fn query(context: &Context, record: ExternalAccountRecord) -> ScreeningQuery {
    let holder = record.doc.account_info.get("beneficiary");
    let name = |member| holder.and_then(|holder| holder.get(member)?.as_str()).map(str::to_owned);
    ScreeningQuery {
        platform: context.platform,
        account: record.id,
        account_type: record.account_type,
        holder: name("fullName").or_else(|| name("legalName")),
        identifier: record.doc.identifier,
    }
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    account: ExternalAccountId,
    answer: ScreeningAnswer,
) -> Result<Next, ApiError> {
    let event = match answer {
        ScreeningAnswer::Clean => ExternalAccountEvent::Cleared,
        ScreeningAnswer::NeedsReview => ExternalAccountEvent::ReviewNeeded,
        ScreeningAnswer::Refused => ExternalAccountEvent::Disabled,
        ScreeningAnswer::LeftToOperator => return Ok(Next::Done),
    };
    let mut record = external_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
    // An operator may have decided meanwhile.
    if waits(&record) {
        lifecycle::apply(tx, context, &mut record, event)?;
    }
    Ok(Next::Done)
}
