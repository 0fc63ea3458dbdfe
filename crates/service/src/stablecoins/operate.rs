//! Operator actions on stablecoins (stablecoins 2, 3.2). The commands around these functions open the
//! database transaction and write the audit row.

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, StablecoinId, StablecoinOperationId, StablecoinProviderAccountId};
use causeway_domain::stablecoins::{
    LinkEvent, StablecoinQuoteEvent, StablecoinQuoteStatus, StablecoinSvcOperationsStatus, next_link,
    next_quote, next_service,
};
use causeway_store::stablecoins::{self as rows, LinkRecord, OperationRecord, StablecoinRecord};
use causeway_store::{Tx, platforms};
use causeway_wire::Code;

use super::{lifecycle, link, lookup};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// Revokes the credentials of a link (`provider-account revoke`).
///
/// # Errors
/// `STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND`; `CONFLICT` for a revoked one.
pub fn revoke(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinProviderAccountId,
) -> Result<LinkRecord, ApiError> {
    let found = rows::lock_link(tx, context.platform, id)?;
    let mut record = found.ok_or_else(ApiError::not_found::<StablecoinProviderAccountId>)?;
    record.status = next_link(record.status, LinkEvent::Revoked).map_err(|error| {
        let message = format!("The provider account is {}.", error.state);
        ApiError::new(Code::Conflict, message).with("status", error.state.as_str())
    })?;
    record.updated_at.advance(context.now);
    rows::update_link(tx, context.platform, &record)?;
    Ok(record)
}

/// Sets the status of a token as a currency of the service (`stablecoin set-status`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` if no move leads there.
pub fn set_status(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinId,
    status: StablecoinSvcOperationsStatus,
) -> Result<StablecoinRecord, ApiError> {
    let found = rows::lock(tx, context.platform, id)?;
    let mut record = found.ok_or_else(ApiError::not_found::<StablecoinId>)?;
    record.service_status = next_service(record.service_status, status).map_err(|error| {
        let message = format!("The token is {} and cannot become {status}.", error.state);
        ApiError::new(Code::Conflict, message).with("status", error.state.as_str())
    })?;
    record.was_enabled |= status == StablecoinSvcOperationsStatus::Enabled;
    record.updated_at.advance(context.now);
    rows::update(tx, context.platform, &record)?;
    Ok(record)
}

/// Ends a mint or burn that has never reached its provider (`stablecoin-operation give-up`). Its job keeps
/// looking for a transfer with its reference.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for an operation that the provider has confirmed, or that is final.
pub fn give_up(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinOperationId,
) -> Result<OperationRecord, ApiError> {
    let found = lookup::lock(tx, context.platform, id)?;
    let (mut record, quote) = found.ok_or_else(ApiError::not_found::<StablecoinOperationId>)?;
    lifecycle::give_up(tx, context, &mut record)?;
    rows::update_operation(tx, context.platform, &record)?;
    if let Some(mut quote) = quote.filter(|quote| quote.status == StablecoinQuoteStatus::Open) {
        let event = StablecoinQuoteEvent::ProviderRefused;
        quote.status = next_quote(quote.status, event).map_err(ApiError::internal)?;
        quote.updated_at.advance(context.now);
        rows::update_quote(tx, context.platform, &quote)?;
    }
    Ok(record)
}

/// Encrypts the credentials of every link anew under the newest root key; returns their number. A platform
/// has few.
///
/// # Errors
/// `INTERNAL_ERROR` if credentials cannot be decrypted.
pub async fn reencrypt_all(app: &Arc<App>) -> Result<usize, ApiError> {
    let all = app.store.read::<_, causeway_store::Error, _>(platforms::list).await?;
    let mut reencrypted = 0;
    for platform in all.iter().map(|platform| platform.id) {
        let shared = Arc::clone(app);
        reencrypted += app.store.write(&[], move |tx| reencrypt(tx, &shared, platform)).await?;
    }
    Ok(reencrypted)
}

fn reencrypt(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<usize, ApiError> {
    let mut reencrypted = 0;
    for known in rows::all_links(tx, platform)? {
        let Some(record) = rows::lock_link(tx, platform, known.id)? else { continue };
        let login = link::decrypt(app, &record)?;
        rows::reencrypt_link(tx, platform, record.id, &link::encrypt(app, record.id, &login)?)?;
        reencrypted += 1;
    }
    Ok(reencrypted)
}
