//! `GET /auth/delegated-keys/{id}` (wallet 9).

use causeway_domain::ids::DelegatedKeyId;
use causeway_store::{Tx, delegated_keys as rows};
use causeway_wire::delegated_keys::DelegatedKey;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one key.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: DelegatedKeyId) -> Result<DelegatedKey, ApiError> {
    let found = rows::find(tx, context.platform, id)?;
    Ok(render::key(&found.ok_or_else(ApiError::not_found::<DelegatedKeyId>)?))
}
