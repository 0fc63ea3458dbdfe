//! Encryption of a table's rows anew under the newest root key.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, platforms};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// A function that encrypts a number of rows of a platform anew, after a given row; returns the number of encrypted
/// ones, and the last row.
type Reencryption<I> =
    fn(&mut Tx<'_>, &App, PlatformId, Option<I>, u32) -> Result<(usize, Option<I>), ApiError>;

/// Encrypts the rows of every platform anew, `at_once` of them per transaction; returns their number.
///
/// # Errors
/// `INTERNAL_ERROR` if a row cannot be decrypted. Rows encrypted until then stay so.
pub(crate) async fn reencrypt_each<I: Copy + Send + 'static>(
    app: &Arc<App>,
    at_once: u32,
    rows: Reencryption<I>,
) -> Result<usize, ApiError> {
    let all = app.store.read::<_, Error, _>(platforms::list).await?;
    let mut reencrypted = 0;
    for platform in all.iter().map(|platform| platform.id) {
        let mut after = None;
        loop {
            let shared = Arc::clone(app);
            let some = move |tx: &mut Tx<'_>| rows(tx, &shared, platform, after, at_once);
            let (count, last) = app.store.write(&[], some).await?;
            reencrypted += count;
            if last.is_none() {
                break;
            }
            after = last;
        }
    }
    Ok(reencrypted)
}
