//! `DELETE /sca/factors/{credentialId}` (agents B1).

use causeway_store::Tx;
use causeway_wire::Empty;
use causeway_wire::sca::ScaCustomerFilter;

use super::customer::ScaCustomer;
use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes a passkey.
///
/// # Errors
/// `USER_NOT_FOUND`; `CONFLICT`; `REFERENCE_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    credential_id: &str,
    query: &ScaCustomerFilter,
) -> Result<Empty, ApiError> {
    let mut locked = ScaCustomer::lock(tx, context, query.customer_id)?;
    let id = credential_id.trim_end_matches('=');
    let found = locked.profile.passkey.take().filter(|passkey| passkey.credential_id == id);
    found.ok_or_else(errors::no_factor)?;
    locked.profile.passkey_login = None;
    locked.save(tx, context)?;
    Ok(Empty)
}
