//! `DELETE /platform/external-accounts/{externalAccountId}` (money 4.5).

use causeway_domain::ids::ExternalAccountId;
use causeway_wire::table::DeletePlatformExternalAccountById;
use causeway_wire::{Code, Empty};

use super::owner::Owner;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Deletes one account of the platform.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for one that is deleted.
pub async fn handler(call: Call<DeletePlatformExternalAccountById>) -> Result<Answer, ApiError> {
    let id: ExternalAccountId = call.path_id(Code::ReferenceNotFound)?;
    Ok(call.write(&[], move |tx, context| Owner::Platform.delete(tx, context, id).map(|()| Empty)).await)
}
