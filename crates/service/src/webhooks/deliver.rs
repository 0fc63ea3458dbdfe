//! Claiming of events, and one-shot delivery of the due ones.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_store::outbox::{self, Pacing};
use causeway_store::{Error, Lease, Tx};
use futures_util::future::join_all;

use super::approval;
use super::attempt::{Attempt, FinishedAttempt, is_approval_request};
use super::endpoint_queues::Slots;
use super::outcome;
use super::route::Route;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Claims up to `limit` due events, of one platform or of all, makes one attempt for each concurrently, and
/// records the outcomes. Returns their number. An exchange takes at most `exchange_limit`.
pub async fn deliver_due(
    app: &Arc<App>,
    platform: Option<PlatformId>,
    exchange_limit: Duration,
    limit: u32,
) -> Result<usize, Error> {
    let attempts = settle_and_claim(app, Vec::new(), platform, limit, Slots::unlimited()).await?;
    let attempts_made =
        attempts.into_iter().map(|attempt| async { Arc::new(attempt.make(app, exchange_limit).await) });
    let attempted = join_all(attempts_made).await;
    let count = attempted.len();
    if count > 0 {
        app.store.write(&[], move |tx| outcome::record(tx, &attempted)).await?;
    }
    Ok(count)
}

/// Records the outcomes of earlier attempts and claims events for new ones, in one commit.
pub(super) async fn settle_and_claim(
    app: &Arc<App>,
    ended: Vec<Arc<FinishedAttempt>>,
    platform: Option<PlatformId>,
    limit: u32,
    slots: Slots,
) -> Result<Vec<Attempt>, Error> {
    let shared = Arc::clone(app);
    let run = move |tx: &mut Tx<'_>| {
        outcome::record(tx, &ended)?;
        claim(tx, &shared, platform, limit, slots.clone())
    };
    app.store.write(&[], run).await
}

fn claim(
    tx: &mut Tx<'_>,
    app: &App,
    platform: Option<PlatformId>,
    limit: u32,
    mut slots: Slots,
) -> Result<Vec<Attempt>, Error> {
    let lease = Lease { holder: app.process, duration: timers::DELIVERY_LEASE, limit };
    let pace =
        Pacing { previous_attempt_wait: timers::PREVIOUS_ATTEMPT_WAIT, late_after: timers::LATE_AFTER };
    let claimed = outbox::claim(tx, platform, lease, pace, &mut slots)?;
    let mut routes: HashMap<PlatformId, Arc<Route>> = HashMap::new();
    let mut attempts = Vec::with_capacity(claimed.len());
    for delivery in claimed {
        let route = match routes.get(&delivery.platform) {
            Some(route) => Arc::clone(route),
            None => Arc::new(Route::find(tx, app, delivery.platform)?),
        };
        routes.insert(delivery.platform, Arc::clone(&route));
        if is_approval_request(&delivery) && delivery.attempts == 1 {
            approval::open_window(tx, &delivery)?;
        }
        attempts.push(Attempt { delivery, route });
    }
    Ok(attempts)
}
