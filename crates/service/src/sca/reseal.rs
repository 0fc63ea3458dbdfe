//! Sealing anew with the newest root key what is known of customers.

use std::sync::Arc;

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::{Error, Tx, platforms, sca};

use super::profile;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Seals the rows of every platform anew; how many there are.
///
/// # Errors
/// Those of the database; `INTERNAL_ERROR` when a row does not open.
pub async fn reseal_all(app: &Arc<App>, at_once: u32) -> Result<usize, ApiError> {
    let all = app.store.read::<_, Error, _>(platforms::list).await?;
    let mut resealed = 0;
    for platform in all.iter().map(|platform| platform.id) {
        let mut after = None;
        loop {
            let shared = Arc::clone(app);
            let some = move |tx: &mut Tx<'_>| reseal_some(tx, &shared, platform, after, at_once);
            let (count, last) = app.store.write(&[], some).await?;
            resealed += count;
            if last.is_none() {
                break;
            }
            after = last;
        }
    }
    Ok(resealed)
}

fn reseal_some(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    after: Option<CustomerId>,
    limit: u32,
) -> Result<(usize, Option<CustomerId>), ApiError> {
    let rows = sca::lock_some(tx, platform, after, limit)?;
    let mut resealed = 0;
    for row in rows.iter().filter(|row| !row.sealed.is_empty()) {
        let anew = profile::seal(app, row.customer, &profile::open(app, row)?)?;
        sca::update(tx, platform, &anew)?;
        resealed += 1;
    }
    Ok((resealed, rows.last().map(|row| row.customer)))
}
