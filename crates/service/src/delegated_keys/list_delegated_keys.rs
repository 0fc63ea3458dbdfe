//! `GET /auth/delegated-keys` (wallet 9).

use causeway_store::{Tx, delegated_keys as rows};
use causeway_wire::List;
use causeway_wire::delegated_keys::{DelegatedKey, DelegatedKeyFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Lists the keys of a wallet, of a binding, or of both at once, newest first.
///
/// # Errors
/// `INVALID_INPUT` if neither is given.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &DelegatedKeyFilter,
) -> Result<List<DelegatedKey>, ApiError> {
    if query.account_id.is_none() && query.funding_source_id.is_none() {
        return Err(ApiError::field("accountId", "or fundingSourceId must be there"));
    }
    let found = rows::list(tx, context.platform, query.account_id, query.funding_source_id)?;
    Ok(List { data: found.iter().map(render::key).collect() })
}
