//! Travel Rule data at rest: encrypted under the root key. Only operators see it (uma 6.1).

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_store::Tx;
use causeway_store::uma_travel_rules::{self, TravelRuleRecord};
use causeway_uma::travel_rule::TravelRuleFormat;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::keys::{DecryptionError, Keyring, Secret, reencrypt_each};

/// The Travel Rule data of a payment.
#[derive(Debug, Clone)]
pub(crate) struct TravelRuleData {
    /// `None` means free JSON.
    pub(crate) format: Option<String>,
    /// In the peer's form, or in that of this service.
    pub(crate) content: Secret<Vec<u8>>,
}

/// Stores the data of a payment, which has none yet.
///
/// # Errors
/// `INTERNAL_ERROR` if it cannot be encrypted.
pub(crate) fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    data: &TravelRuleData,
) -> Result<(), ApiError> {
    let format = data.format.as_deref();
    let encrypted = encrypt(&context.app, context.platform, transaction, data)?;
    Ok(uma_travel_rules::insert(tx, context.platform, transaction, format, &encrypted)?)
}

/// Stores the data that this service has sent.
///
/// # Errors
/// The same as [`store`].
pub(crate) fn store_sent(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    content: &Secret<String>,
) -> Result<(), ApiError> {
    let format = Some(TravelRuleFormat::ivms101().to_string());
    let content = Secret::new(content.expose().as_bytes().to_vec());
    store(tx, context, transaction, &TravelRuleData { format, content })
}

/// Decrypts the data of a row.
///
/// # Errors
/// [`DecryptionError`] if its root key is unknown, or the row was altered.
pub(crate) fn open(
    keyring: &Keyring,
    platform: PlatformId,
    record: &TravelRuleRecord,
) -> Result<TravelRuleData, DecryptionError> {
    let place = place(platform, record.transaction, record.format.as_deref());
    let content = keyring.decrypt(&place, &record.encrypted)?;
    Ok(TravelRuleData { format: record.format.clone(), content })
}

/// Encrypts the rows of every platform anew under the newest root key; returns their number.
///
/// # Errors
/// `INTERNAL_ERROR` if a row cannot be decrypted.
pub(crate) async fn reencrypt_all(app: &Arc<App>, at_once: u32) -> Result<usize, ApiError> {
    reencrypt_each(app, at_once, reencrypt_some).await
}

fn reencrypt_some(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<(usize, Option<TransactionId>), ApiError> {
    let rows = uma_travel_rules::lock_some(tx, platform, after, limit)?;
    for row in &rows {
        let data = open(&app.keys(), platform, row).map_err(ApiError::internal)?;
        let encrypted = encrypt(app, platform, row.transaction, &data)?;
        uma_travel_rules::reencrypt(tx, platform, row.transaction, &encrypted)?;
    }
    Ok((rows.len(), rows.last().map(|row| row.transaction)))
}

fn encrypt(
    app: &App,
    platform: PlatformId,
    transaction: TransactionId,
    data: &TravelRuleData,
) -> Result<Vec<u8>, ApiError> {
    let place = place(platform, transaction, data.format.as_deref());
    app.keys().encrypt(&place, data.content.expose(), &app.ids).map_err(ApiError::internal)
}

/// Returns the place to which encrypted data is bound: data that is moved to another payment, or gets another
/// format, does not decrypt.
fn place(platform: PlatformId, transaction: TransactionId, format: Option<&str>) -> String {
    format!("Travel Rule data {platform} {transaction} {}", format.unwrap_or_default())
}
