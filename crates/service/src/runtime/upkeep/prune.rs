//! Letting go of what nobody asks for any more.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::wallets::requests;
use causeway_store::{
    Error, Tx, card_codes, commit_markers, customer_imports, idempotency, kyc_links, lookups, outbox,
    payments, sandbox_cards, sandbox_messages, uploads,
};

use crate::runtime::app::App;

/// Deliveries are kept this long after their last change (conventions 11.5), in real time.
const DELIVERIES: Duration = Duration::from_hours(30 * 24);

/// The store looks for a lost commit for half a day; later nobody reads its marker.
const COMMIT_MARKERS: Duration = Duration::from_hours(24);

/// A file that nothing keeps is of a request that is under way, or has failed: none takes this long.
const LEFT_FILES: Duration = Duration::from_hours(1);

/// Imports of customers are kept this long after their end (customers 3.3).
const IMPORTS: Duration = Duration::from_hours(30 * 24);

/// Links to hosted pages are kept this long after their expiry: until then their pages say that they are gone.
const LINKS: Duration = Duration::from_hours(30 * 24);

/// Pages with the number of a card show nothing after their expiry; what is left of them reveals nothing.
const PAGES: Duration = Duration::from_hours(24);

/// Codes for cardholders cannot be used for longer than an hour. After a day an issuer that reports one again reports one that
/// has expired.
const CODES: Duration = Duration::from_hours(24);

/// Messages to end users of the sandbox can be read for so long.
const MESSAGES: Duration = Duration::from_hours(24);

/// Files removed in one transaction: each has many rows.
const FILES_AT_ONCE: u32 = 10;

/// Payments that nobody has gone on with are kept this long (money 10.4).
const UNUSED_PAYMENTS: Duration = Duration::from_hours(24);

/// Rows looked at in one transaction, so that payments need not wait long behind it.
const BATCH: u32 = 500;

/// Deletes, of all platforms: idempotency keys and receiver look-ups that have expired, payments that nobody has gone on
/// with, deliveries and imports that have ended and links and pages of cards that have expired long ago, codes for cardholders and messages of the sandbox of yesterday, files that nothing refers to, and the markers of commits whose
/// outcome nobody waits for any more. Empties what wallets have not signed in time. Returns how many rows.
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
    let lookups = in_batches(app, |tx| lookups::prune(tx, BATCH)).await?;
    let unused = in_batches(app, |tx| payments::prune_unused(tx, UNUSED_PAYMENTS, BATCH)).await?;
    let markers = in_batches(app, |tx| commit_markers::prune(tx, COMMIT_MARKERS, BATCH)).await?;
    let files = batches_of(app, FILES_AT_ONCE, |tx| uploads::prune(tx, LEFT_FILES, FILES_AT_ONCE)).await?;
    let imports = batches_of(app, FILES_AT_ONCE, |tx| customer_imports::prune(tx, IMPORTS, FILES_AT_ONCE));
    let links = in_batches(app, |tx| kyc_links::prune(tx, LINKS, BATCH)).await?;
    let pages = in_batches(app, |tx| sandbox_cards::prune_pages(tx, PAGES, BATCH)).await?;
    let codes = in_batches(app, |tx| card_codes::prune(tx, CODES, BATCH)).await?;
    let messages = in_batches(app, |tx| sandbox_messages::prune(tx, MESSAGES, BATCH)).await?;
    let signatures = in_batches(app, |tx| requests::forget_expired(tx, BATCH)).await?;
    let sandbox = pages + messages;
    let keys = keys + signatures;
    Ok(keys + deliveries + lookups + unused + markers + files + imports.await? + links + codes + sandbox)
}

async fn in_batches(
    app: &Arc<App>,
    delete: impl Fn(&mut Tx<'_>) -> Result<u64, Error> + Copy + Send + 'static,
) -> Result<u64, Error> {
    batches_of(app, BATCH, delete).await
}

async fn batches_of(
    app: &Arc<App>,
    size: u32,
    delete: impl Fn(&mut Tx<'_>) -> Result<u64, Error> + Copy + Send + 'static,
) -> Result<u64, Error> {
    let mut deleted = 0;
    loop {
        let batch = app.store.write(&[], delete).await?;
        deleted += batch;
        if batch < u64::from(size) {
            return Ok(deleted);
        }
    }
}
