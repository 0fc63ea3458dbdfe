//! Following the feeds: one process per rail, which asks for capabilities, reads the feed and watches (rails 8.1,
//! 19.2).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::RailId;
use causeway_store::rails::state;
use causeway_store::{Error, Tx, Wake};
use tokio::sync::watch::Receiver;
use tokio::task::{AbortHandle, JoinSet};

use super::feed::{PageOutcome, WatchDepth, read_feed, refresh, watch};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;
use crate::runtime::timers;

/// Interval at which capabilities are asked for (rails 6).
const CAPABILITIES_EVERY: Duration = Duration::from_mins(10);
/// Pause before a page is asked for again that does not continue the feed.
const GAP_PAUSE: Duration = Duration::from_secs(1);

/// Follows the feeds of all rails until stopped: reads changed rails, and keeps one task for each.
pub async fn keep_following(app: Arc<App>, mut stop: Receiver<bool>) {
    let changed = app.store.subscribe(Wake::Rails);
    let mut tasks = JoinSet::new();
    let mut running: BTreeMap<RailId, AbortHandle> = BTreeMap::new();
    loop {
        if let Err(error) = app.rails.reload_if_changed().await {
            tracing::warn!(%error, "cannot read the rails");
        }
        running.retain(|_, task| !task.is_finished());
        while tasks.try_join_next().is_some() {}
        for rail in &app.rails.table().rails {
            let id = rail.record.id;
            running.entry(id).or_insert_with(|| tasks.spawn(follow(Arc::clone(&app), id)));
        }
        tokio::select! {
            // An error means that the sender was dropped: the process is shutting down.
            _ = stop.wait_for(|stop| *stop) => return,
            () = changed.notified() => {}
            () = timers::pause(timers::RAIL_CHANGES) => {}
        }
    }
}

/// Reads the changed rails, and the feed of each as far as its adapter tells it. Simulations call it in place of
/// [`keep_following`].
///
/// # Errors
/// The errors of a database that is not available now.
pub async fn follow_once(app: &Arc<App>) -> Result<(), ApiError> {
    app.rails.reload_if_changed().await?;
    for rail in app.rails.table().rails.clone() {
        follow_now(app, &rail, &mut None).await?;
    }
    Ok(())
}

/// Follows one rail until it is removed.
async fn follow(app: Arc<App>, id: RailId) {
    let changed = app.store.subscribe(Wake::Rails);
    let mut asked_at = None;
    // The first time, the feed is read whoever has the lease: orders wait for it (rails 5.3).
    let mut is_nudged = true;
    while let Some(rail) = app.rails.table().rail(id) {
        let pause = match round(&app, &rail, is_nudged, &mut asked_at).await {
            Ok(pause) => pause,
            Err(error) => {
                tracing::warn!(rail = rail.record.name, ?error, "cannot follow the feed of a rail");
                timers::RAIL_PROBE
            }
        };
        tokio::select! {
            () = changed.notified() => is_nudged = true,
            () = timers::pause(pause) => is_nudged = false,
        }
    }
}

/// Follows a rail once, if this process has its lease or was told of news; returns the pause before the next time.
async fn round(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
    is_nudged: bool,
    asked_at: &mut Option<Time>,
) -> Result<Duration, ApiError> {
    let id = rail.record.id;
    let holder = app.process;
    let claim = move |tx: &mut Tx<'_>| state::claim(tx, id, holder, timers::RAIL_LEASE);
    let is_own = app.store.write::<_, Error, _>(&[], claim).await?;
    if !is_own && !is_nudged {
        return Ok(timers::RAIL_PROBE);
    }
    follow_now(app, rail, asked_at).await
}

/// Asks for capabilities if they are due, reads the feed and watches the rail; returns the pause before the next time.
async fn follow_now(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
    asked_at: &mut Option<Time>,
) -> Result<Duration, ApiError> {
    let now = app.clock.now();
    let is_due = rail.capabilities.is_none() || asked_at.is_none_or(|at| now.since(at) >= CAPABILITIES_EVERY);
    if is_due {
        refresh(app, rail).await?;
        *asked_at = Some(now);
        app.rails.reload_if_changed().await?;
    }
    // Capabilities tell how the items are to be read.
    let known = app.rails.table().rail(rail.record.id).filter(|rail| rail.capabilities.is_some());
    let Some(rail) = known else { return Ok(timers::RAIL_PROBE) };
    let feed = read_feed(app, &rail).await?;
    if feed.has_new_capabilities {
        refresh(app, &rail).await?;
    }
    let depth = if is_due { WatchDepth::Items } else { WatchDepth::Progress };
    watch(app, &rail, depth).await?;
    Ok(match feed.last {
        PageOutcome::More | PageOutcome::Overtaken => Duration::ZERO,
        PageOutcome::Gap => GAP_PAUSE,
        PageOutcome::Silence => timers::RAIL_PROBE,
        PageOutcome::AtEnd | PageOutcome::Lost => timers::RAIL_POLL,
    })
}
