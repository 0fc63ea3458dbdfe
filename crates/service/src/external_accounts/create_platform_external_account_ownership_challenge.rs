//! `POST /platform/external-accounts/{externalAccountId}/challenge` (money 4.6).

use causeway_wire::table::CreatePlatformExternalAccountOwnershipChallenge;

use super::owner::Owner;
use super::ownership::challenge;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Begins the proof that a wallet of the platform belongs to its owner.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for an account whose ownership is not to be proved; `NOT_IMPLEMENTED` if
/// no liveness provider is configured, `SVC_SWITCH_ERROR` if it does not answer.
pub async fn handler(
    call: Call<CreatePlatformExternalAccountOwnershipChallenge>,
) -> Result<Answer, ApiError> {
    challenge(call, Owner::Platform).await
}
