//! Letting go of what nobody asks for any more.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::{Error, Tx, commit_markers, idempotency, outbox};

use crate::runtime::app::App;

/// Deliveries are kept this long after their last change (conventions 11.5), in real time.
const DELIVERIES: Duration = Duration::from_hours(30 * 24);

/// The store looks for a lost commit for half a day; later nobody reads its marker.
const COMMIT_MARKERS: Duration = Duration::from_hours(24);

/// Rows looked at in one transaction, so that payments need not wait long behind it.
const BATCH: u32 = 500;

/// Deletes idempotency keys that have expired, deliveries that have ended long ago, and the markers of commits
/// whose outcome nobody waits for any more, of all platforms; returns how many rows.
///
/// # Errors
/// Those of the database.
pub async fn prune(app: &Arc<App>) -> Result<u64, Error> {
    let keys = in_batches(app, |tx| idempotency::prune(tx, i64::from(BATCH))).await?;
    let deliveries = in_batches(app, |tx| {
        let before = tx.wall().minus(DELIVERIES);
        outbox::prune(tx, before, BATCH)
    });
    let deliveries = deliveries.await?;
    let markers = in_batches(app, |tx| commit_markers::prune(tx, COMMIT_MARKERS, BATCH));
    Ok(keys + deliveries + markers.await?)
}

async fn in_batches(
    app: &Arc<App>,
    delete: impl Fn(&mut Tx<'_>) -> Result<u64, Error> + Copy + Send + 'static,
) -> Result<u64, Error> {
    let mut deleted = 0;
    loop {
        let batch = app.store.write(&[], delete).await?;
        deleted += batch;
        if batch < u64::from(BATCH) {
            return Ok(deleted);
        }
    }
}
