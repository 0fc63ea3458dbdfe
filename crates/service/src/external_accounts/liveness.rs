//! The job that polls a liveness check after a challenge (money 4.6).

use std::time::Duration;

use causeway_domain::ids::{ExternalAccountId, PlatformId};
use causeway_store::external_accounts;
use causeway_store::ownership_challenges::{self as challenges, OwnershipChallengeRecord};
use causeway_store::{Error, Tx};

use super::ownership;
use crate::ports::{LivenessOutcome, LivenessQuery, World};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// The pause before an open check is polled again.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// Polls a check and moves the account by its outcome. Does nothing if another challenge has replaced it.
///
/// # Errors
/// `INTERNAL_ERROR` if the provider's answer is unclear; the job is retried.
pub(crate) async fn run(
    job: &ClaimedJob,
    account: ExternalAccountId,
    session: String,
) -> Result<(), ApiError> {
    let outcome = match prepare(job, account, session.clone()).await? {
        None => LivenessOutcome::Open,
        Some((world, query)) => world.liveness.outcome(&query).await.map_err(ApiError::internal)?,
    };
    job.conclude(&[], move |tx, context| conclude(tx, context, account, &session, outcome)).await
}

async fn prepare(
    job: &ClaimedJob,
    account: ExternalAccountId,
    session: String,
) -> Result<Option<(World, LivenessQuery)>, ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let record = external_accounts::find(tx, platform, account)?.ok_or(Error::Missing)?;
        let challenge = find_outstanding(tx, platform, account, &session)?;
        let world = app.ports.of(context.environment).clone();
        Ok::<_, ApiError>(challenge.map(|_| (world, ownership::liveness_query(platform, &record, &session))))
    };
    job.app.store.read(read).await
}

fn find_outstanding(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: ExternalAccountId,
    session: &str,
) -> Result<Option<OwnershipChallengeRecord>, Error> {
    Ok(challenges::find(tx, platform, account)?.filter(|challenge| challenge.nonce == session))
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    account: ExternalAccountId,
    session: &str,
    outcome: LivenessOutcome,
) -> Result<Next, ApiError> {
    let mut record = external_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
    // Another challenge, or the deletion of the account, may have ended this challenge meanwhile.
    let Some(challenge) = find_outstanding(tx, context.platform, account, session)? else {
        return Ok(Next::Done);
    };
    let is_proved = match outcome {
        LivenessOutcome::Open | LivenessOutcome::InReview if context.now < challenge.expires_at => {
            return Ok(Next::Again { at: context.now.plus(POLL_INTERVAL) });
        }
        LivenessOutcome::Passed => true,
        LivenessOutcome::Open | LivenessOutcome::InReview | LivenessOutcome::Failed => false,
    };
    ownership::conclude(tx, context, &mut record, is_proved)?;
    Ok(Next::Done)
}
