//! `POST /platform/external-accounts/{externalAccountId}/challenge` (money 4.6).

use causeway_wire::table::CreatePlatformExternalAccountOwnershipChallenge;

use super::owner::Owner;
use super::ownership::challenge;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Begins to prove that a wallet of the platform is the owner's.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for an account whose ownership is not to be proved; `NOT_IMPLEMENTED` where nobody
/// checks liveness, `SVC_SWITCH_ERROR` when its provider gives no answer.
pub async fn handler(
    call: Call<CreatePlatformExternalAccountOwnershipChallenge>,
) -> Result<Answer, ApiError> {
    challenge(call, Owner::Platform).await
}
