//! Encryption of the authentication profiles anew under the newest root key.

use std::sync::Arc;

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::{Tx, sca};

use super::profile;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::reencrypt_each;

/// Encrypts the rows of every platform anew; returns their number.
///
/// # Errors
/// `INTERNAL_ERROR` if a row cannot be decrypted.
pub async fn reencrypt_all(app: &Arc<App>, at_once: u32) -> Result<usize, ApiError> {
    reencrypt_each(app, at_once, reencrypt_some).await
}

fn reencrypt_some(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    after: Option<CustomerId>,
    limit: u32,
) -> Result<(usize, Option<CustomerId>), ApiError> {
    let rows = sca::lock_some(tx, platform, after, limit)?;
    let mut reencrypted = 0;
    for row in rows.iter().filter(|row| !row.encrypted.is_empty()) {
        let anew = profile::encrypt(app, row.customer, &profile::decrypt(app, row)?)?;
        sca::update(tx, platform, &anew)?;
        reencrypted += 1;
    }
    Ok((reencrypted, rows.last().map(|row| row.customer)))
}
