//! Claiming events, and delivering what is due at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_store::outbox::{self, Pace};
use causeway_store::{Error, Lease, Tx};
use futures_util::future::join_all;

use super::approval;
use super::attempt::{Attempt, Attempted, asks};
use super::lanes::Places;
use super::outcome;
use super::route::Route;
use crate::runtime::app::App;
use crate::runtime::timers;

/// Claims up to `limit` events that are due, of one platform or of all, makes one attempt for each, all at once,
/// and writes the outcomes. Says how many there were. An exchange takes at most `exchange_limit`.
///
/// # Errors
/// Those of the database.
pub async fn deliver_due(
    app: &Arc<App>,
    platform: Option<PlatformId>,
    exchange_limit: Duration,
    limit: u32,
) -> Result<usize, Error> {
    let attempts = settle_and_claim(app, Vec::new(), platform, limit, Places::unlimited()).await?;
    let made =
        attempts.into_iter().map(|attempt| async { Arc::new(attempt.make(app, exchange_limit).await) });
    let attempted = join_all(made).await;
    let count = attempted.len();
    if count > 0 {
        app.store.write(&[], move |tx| outcome::record(tx, &attempted)).await?;
    }
    Ok(count)
}

/// Writes the outcomes of earlier attempts and claims events for new ones, in one commit.
pub(super) async fn settle_and_claim(
    app: &Arc<App>,
    ended: Vec<Arc<Attempted>>,
    platform: Option<PlatformId>,
    limit: u32,
    places: Places,
) -> Result<Vec<Attempt>, Error> {
    let shared = Arc::clone(app);
    let run = move |tx: &mut Tx<'_>| {
        outcome::record(tx, &ended)?;
        claim(tx, &shared, platform, limit, places.clone())
    };
    app.store.write(&[], run).await
}

fn claim(
    tx: &mut Tx<'_>,
    app: &App,
    platform: Option<PlatformId>,
    limit: u32,
    mut places: Places,
) -> Result<Vec<Attempt>, Error> {
    let lease = Lease { duration: timers::DELIVERY_LEASE, limit };
    let pace = Pace { head_start: timers::HEAD_START, patience: timers::PATIENCE };
    let claimed = outbox::claim(tx, platform, lease, pace, &mut places)?;
    let mut routes: HashMap<PlatformId, Arc<Route>> = HashMap::new();
    let mut attempts = Vec::with_capacity(claimed.len());
    for delivery in claimed {
        let route = match routes.get(&delivery.platform) {
            Some(route) => Arc::clone(route),
            None => Arc::new(Route::find(tx, app, delivery.platform)?),
        };
        routes.insert(delivery.platform, Arc::clone(&route));
        if asks(&delivery) && delivery.attempts == 1 {
            approval::open_window(tx, &delivery)?;
        }
        attempts.push(Attempt { delivery, route });
    }
    Ok(attempts)
}
