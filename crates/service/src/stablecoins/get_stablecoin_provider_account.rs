//! `GET /stablecoin-provider-accounts/{stablecoinProviderAccountId}` (stablecoins 2).

use causeway_domain::ids::StablecoinProviderAccountId;
use causeway_store::{Tx, stablecoins as rows};
use causeway_wire::stablecoins::StablecoinProviderAccount;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one linked account.
///
/// # Errors
/// `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinProviderAccountId,
) -> Result<StablecoinProviderAccount, ApiError> {
    let found = rows::find_link(tx, context.platform, id)?;
    let record = found.ok_or_else(ApiError::not_found::<StablecoinProviderAccountId>)?;
    Ok(render::link(context.environment, &record))
}
