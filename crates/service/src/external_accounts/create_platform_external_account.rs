//! `POST /platform/external-accounts` (money 4.2): registers an account elsewhere for the platform itself.

use causeway_store::Tx;
use causeway_wire::external_accounts::PlatformExternalAccountCreateRequest;
use causeway_wire::table::CreatePlatformExternalAccount;

use super::register::{find_faults, register};
use crate::runtime::api_error::ApiError;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, Context, PathValues};

/// Registers an account of the platform.
///
/// # Errors
/// As `POST /customers/external-accounts`, without `USER_NOT_FOUND`.
pub async fn handler(call: Call<CreatePlatformExternalAccount>) -> Result<Answer, ApiError> {
    register(&call, &call.body.clone().into()).await
}

/// What the shape does not say about the members of an account.
///
/// # Errors
/// None.
pub fn rules(
    _: &mut Tx<'_>,
    context: &Context,
    _: &PathValues,
    sent: &PlatformExternalAccountCreateRequest,
    faults: &mut FieldErrors,
) -> Result<(), ApiError> {
    find_faults(context, &sent.clone().into(), faults);
    Ok(())
}
