//! Lookup of a platform's tokens, operations and quotes; a missing one is a 404.

use causeway_domain::ids::{PlatformId, StablecoinId, StablecoinOperationId, StablecoinQuoteId};
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, OperationRecord, StablecoinQuoteRecord, StablecoinRecord};

use crate::runtime::api_error::ApiError;

/// Returns a token.
pub(super) fn stablecoin(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinId,
) -> Result<StablecoinRecord, ApiError> {
    rows::find(tx, platform, id)?.ok_or_else(ApiError::not_found::<StablecoinId>)
}

/// Returns a mint or burn.
pub(super) fn operation(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    rows::find_operation(tx, platform, id)?.ok_or_else(ApiError::not_found::<StablecoinOperationId>)
}

/// Returns the quote if it is one of this token.
pub(super) fn of_token(
    found: Option<StablecoinQuoteRecord>,
    stablecoin: StablecoinId,
) -> Result<StablecoinQuoteRecord, ApiError> {
    let own = found.filter(|quote| quote.stablecoin == stablecoin);
    own.ok_or_else(ApiError::not_found::<StablecoinQuoteId>)
}

/// Locks a mint or burn and the quote that it executes, the quote first. `None` if the operation was removed.
pub(super) fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinOperationId,
) -> Result<Option<(OperationRecord, Option<StablecoinQuoteRecord>)>, ApiError> {
    let Some(found) = rows::find_operation(tx, platform, id)? else { return Ok(None) };
    let quote = found.quote.map(|quote| rows::lock_quote(tx, platform, quote)).transpose()?.flatten();
    Ok(rows::lock_operation(tx, platform, id)?.map(|record| (record, quote)))
}
