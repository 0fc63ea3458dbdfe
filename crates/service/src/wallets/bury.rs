//! What was revoked stays revoked (wallet 1.2): the job behind each revocation.

use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::jobs::{Claimed, Next};
use crate::runtime::wallets::bury;

/// Has the keeper of the keys take it in, whether or not the request that revoked it has lived to do so.
///
/// # Errors
/// `INTERNAL_ERROR` when it cannot be kept: then it is tried again.
pub(crate) async fn run(job: &Claimed, revoked: Vec<Uuid>) -> Result<(), ApiError> {
    bury(&job.app, revoked).await?;
    job.conclude(&[], |_, _| Ok(Next::Done)).await
}
