//! The job of each revocation, which makes the revocation permanent at the key service (wallet 1.2).

use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::jobs::{ClaimedJob, Next};
use crate::runtime::wallets::record_revocations;

/// Records revocations at the key service, even if the process that accepted the request has died before.
///
/// # Errors
/// `INTERNAL_ERROR` if they cannot be recorded: the job is retried.
pub(crate) async fn run(job: &ClaimedJob, revoked: Vec<Uuid>) -> Result<(), ApiError> {
    record_revocations(&job.app, revoked).await?;
    job.conclude(&[], |_, _| Ok(Next::Done)).await
}
