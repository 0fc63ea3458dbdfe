//! Deletion of data that is no longer needed.

use std::sync::Arc;
use std::time::Duration;

use causeway_rail_protocol::limits::FEED_RETENTION;
use causeway_store::rails::{items, nonces};
use causeway_store::uma_unsettled::PrunedAges;
use causeway_store::wallets::requests;
use causeway_store::{
    Error, Tx, card_codes, commit_markers, console_challenges, console_links, console_sessions,
    customer_imports, idempotency, kyc_links, lookups, mailbox, outbox, payments, sandbox_cards, uma_nonces,
    uma_requests, uma_unsettled, uploads,
};

use crate::runtime::app::App;

/// Retention of deliveries after their last change (conventions 11.5), in real time.
const DELIVERY_RETENTION: Duration = Duration::from_hours(30 * 24);

/// Retention of commit markers. The store looks for a lost commit for half a day; later its marker is no
/// longer read.
const COMMIT_MARKER_RETENTION: Duration = Duration::from_hours(24);

/// Age at which a file that no row refers to is deleted: no request in progress takes this long.
const ORPHANED_FILE_AGE: Duration = Duration::from_hours(1);

/// Retention of customer imports after their end (customers 3.3).
const IMPORT_RETENTION: Duration = Duration::from_hours(30 * 24);

/// Retention of links to hosted pages after their expiry. Meanwhile their pages tell that they have expired.
const LINK_RETENTION: Duration = Duration::from_hours(30 * 24);

/// Retention of links to the console after their expiry.
const CONSOLE_LINK_RETENTION: Duration = Duration::from_hours(24);

/// Retention of pages with a card number after their expiry. They show no number then, and their rows reveal
/// none.
const PAGE_RETENTION: Duration = Duration::from_hours(24);

/// Retention of codes for cardholders, which are valid for at most an hour. An issuer that repeats the report
/// of a code after a day reports an expired code.
const CODE_RETENTION: Duration = Duration::from_hours(24);

/// Retention of the sandbox's messages to end users.
const MESSAGE_RETENTION: Duration = Duration::from_hours(24);

/// Files deleted in one transaction: each has many rows.
const FILES_AT_ONCE: u32 = 10;

/// Retention of payments that were not continued (money 10.4).
const UNUSED_PAYMENT_RETENTION: Duration = Duration::from_hours(24);

/// Retention of nonces in wall time (uma 4). Messages outside of their window are refused earlier.
const NONCE_RETENTION: Duration = Duration::from_mins(15);

/// Retention of the nonces of pushes in wall time. Pushes outside of their window are refused earlier (rails 3.4).
const PUSH_NONCE_RETENTION: Duration = Duration::from_mins(15);

/// Retention of requests of UMA providers after their expiry. The longest window in which they are counted is
/// as long.
const UMA_REQUEST_RETENTION: Duration = Duration::from_hours(7 * 24);

/// Retention of Travel Rule data and hooks of UMA payments that moved no money, since the payment began (uma 6.1).
/// Rounds of two months find them.
const UNSETTLED_RETENTION: PrunedAges =
    PrunedAges { least: Duration::from_hours(30 * 24), most: Duration::from_hours(90 * 24) };

/// Rows processed in one transaction, so that payments do not wait long for it.
const BATCH: u32 = 500;

/// Deletes old data of all platforms; returns the number of rows.
///
/// These are: expired idempotency keys and receiver look-ups, payments that were not continued, Travel Rule data and
/// hooks of payments that moved no money, old deliveries and imports after their end, links, card pages and requests of
/// UMA providers long after their expiry, codes for cardholders and sandbox messages of the day before, nonces that no
/// message can repeat, items of feeds that adapters no longer keep, links and sessions of the console that have expired,
/// files without a reference, and commit markers whose outcome no process waits for any more. Requests that wallets have not signed in time are emptied.
pub async fn prune(app: &Arc<App>) -> Result<u64, Error> {
    let keys = in_batches(app, |tx| idempotency::prune(tx, i64::from(BATCH))).await?;
    let deliveries = in_batches(app, |tx| {
        let before = tx.wall().minus(DELIVERY_RETENTION);
        outbox::prune(tx, before, BATCH)
    });
    let deliveries = deliveries.await?;
    let lookups = in_batches(app, |tx| lookups::prune(tx, BATCH)).await?;
    let unused = in_batches(app, |tx| payments::prune_unused(tx, UNUSED_PAYMENT_RETENTION, BATCH)).await?;
    let nonces = in_batches(app, |tx| uma_nonces::prune(tx, NONCE_RETENTION, BATCH)).await?;
    let requests = in_batches(app, |tx| uma_requests::prune(tx, UMA_REQUEST_RETENTION, BATCH)).await?;
    let drafts =
        in_batches(app, |tx| payments::prune_failed_drafts(tx, UNUSED_PAYMENT_RETENTION, BATCH)).await?;
    let unsettled = prune_unsettled(app).await?;
    let nonces = nonces + prune_rails(app).await?;
    let unused = unused + drafts + nonces + requests + unsettled;
    let markers = in_batches(app, |tx| commit_markers::prune(tx, COMMIT_MARKER_RETENTION, BATCH)).await?;
    let files =
        batches_of(app, FILES_AT_ONCE, |tx| uploads::prune(tx, ORPHANED_FILE_AGE, FILES_AT_ONCE)).await?;
    let imports =
        batches_of(app, FILES_AT_ONCE, |tx| customer_imports::prune(tx, IMPORT_RETENTION, FILES_AT_ONCE));
    let links = in_batches(app, |tx| kyc_links::prune(tx, LINK_RETENTION, BATCH)).await?;
    let pages = in_batches(app, |tx| sandbox_cards::prune_pages(tx, PAGE_RETENTION, BATCH)).await?;
    let codes = in_batches(app, |tx| card_codes::prune(tx, CODE_RETENTION, BATCH)).await?;
    let messages = in_batches(app, |tx| mailbox::prune(tx, MESSAGE_RETENTION, BATCH)).await?;
    let signatures = in_batches(app, |tx| requests::forget_expired(tx, BATCH)).await?;
    let sandbox = pages + messages;
    let keys = keys + signatures + prune_console(app).await?;
    Ok(keys + deliveries + lookups + unused + markers + files + imports.await? + links + codes + sandbox)
}

/// Deletes the items of feeds that adapters no longer keep, and the nonces of pushes.
async fn prune_rails(app: &Arc<App>) -> Result<u64, Error> {
    let items = in_batches(app, |tx| items::prune(tx, FEED_RETENTION, BATCH)).await?;
    let nonces = in_batches(app, |tx| nonces::prune(tx, PUSH_NONCE_RETENTION, BATCH)).await?;
    Ok(items + nonces)
}

/// Deletes the links, sessions and challenges of the console that have expired.
async fn prune_console(app: &Arc<App>) -> Result<u64, Error> {
    let links = in_batches(app, |tx| console_links::prune(tx, CONSOLE_LINK_RETENTION, BATCH)).await?;
    let sessions = in_batches(app, |tx| console_sessions::prune(tx, BATCH)).await?;
    let challenges = in_batches(app, |tx| console_challenges::prune(tx, BATCH)).await?;
    Ok(links + sessions + challenges)
}

/// Deletes the data of UMA payments that moved no money.
async fn prune_unsettled(app: &Arc<App>) -> Result<u64, Error> {
    let travel_rules =
        in_batches(app, |tx| uma_unsettled::prune_travel_rules(tx, UNSETTLED_RETENTION, BATCH));
    let travel_rules = travel_rules.await?;
    let hooks = in_batches(app, |tx| uma_unsettled::prune_hooks(tx, UNSETTLED_RETENTION, BATCH)).await?;
    Ok(travel_rules + hooks)
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

#[cfg(test)]
mod tests {
    use causeway_store::console_challenges::ConsoleChallengeRecord;
    use causeway_store::console_links::ConsoleLinkRecord;
    use causeway_store::console_sessions::ConsoleSessionRecord;
    use uuid::Uuid;

    use super::*;
    use crate::fixture::{Fixture, START};
    use crate::runtime::api_error::ApiError;

    #[tokio::test]
    async fn what_has_expired_of_the_console_is_forgotten() {
        let fixture = Fixture::new().await;
        let expires_at = START.plus(Duration::from_mins(5));
        let id = Uuid::from_u128(1);
        let insert = move |tx: &mut Tx<'_>| -> Result<(), ApiError> {
            let challenge = ConsoleChallengeRecord {
                id,
                bound_to: id,
                purpose: "step-up".to_owned(),
                subject: None,
                expires_at,
                secret_hash: vec![1],
            };
            console_challenges::insert(tx, &challenge)?;
            let link = ConsoleLinkRecord {
                id,
                uid: None,
                name: "owner".to_owned(),
                created_at: START,
                expires_at,
                used_at: None,
                secret_hash: vec![1],
            };
            console_links::insert(tx, &link)?;
            let session = ConsoleSessionRecord {
                id,
                uid: None,
                name: "owner".to_owned(),
                created_at: START,
                seen_at: START,
                expires_at,
                verified_at: None,
                secret_hash: vec![1],
            };
            console_sessions::insert(tx, &session)?;
            Ok(())
        };
        fixture.write(insert).await;
        fixture.clock.advance(Duration::from_mins(5));
        assert_eq!(prune(&fixture.app).await, Ok(0));
        fixture.clock.advance(Duration::from_millis(1));
        assert_eq!(prune(&fixture.app).await, Ok(2), "the session and the challenge");
        fixture.clock.advance(CONSOLE_LINK_RETENTION);
        assert_eq!(prune(&fixture.app).await, Ok(1), "the link says for a day that it has expired");
    }
}
