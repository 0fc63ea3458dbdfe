//! `POST /platform/external-accounts` (money 4.2): registers an external account for the platform itself.

use causeway_wire::external_accounts::PlatformExternalAccountCreateRequest;
use causeway_wire::table::CreatePlatformExternalAccount;

use super::register::{apply, find_faults, gather};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::{Answer, Call};

/// Registers an account of the platform.
///
/// # Errors
/// The same as `POST /customers/external-accounts`, without `USER_NOT_FOUND`.
pub async fn handler(call: Call<CreatePlatformExternalAccount>) -> Result<Answer, ApiError> {
    let new = gather(&call.context(), &call.body.clone().into()).await?;
    Ok(call.write(&[], move |tx, context| apply(tx, context, &new)).await)
}

impl FieldChecks for PlatformExternalAccountCreateRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        find_faults(context, &self.clone().into(), errors);
    }
}
