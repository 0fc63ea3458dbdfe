//! Waiting for the work of a service.

use std::sync::Arc;

use causeway_service::App;
use causeway_store::{Error, Tx, jobs, outbox, params};
use causeway_testing::wait;

/// Waits until no job or delivery is due on the clock of any platform.
pub(super) async fn settled(app: &Arc<App>) {
    wait::until("no work is left over", wait::PATIENCE, || idle(app)).await;
}

/// Checks that no job is due, leased or failed and no delivery is due.
async fn idle(app: &Arc<App>) -> Result<(), String> {
    let look = |tx: &mut Tx<'_>| Ok::<_, Error>((jobs::backlog(tx)?, outbox::backlog(tx)?));
    let (jobs, deliveries) = app.store.read(look).await.map_err(|error| error.to_string())?;
    if jobs.due + jobs.leased + jobs.failed + deliveries.due == 0 {
        Ok(())
    } else {
        Err(format!("{jobs:?}, {deliveries:?}"))
    }
}

/// Waits until no work is left over, and no delivery is spaced from the one before it on a clock that runs.
pub(super) async fn delivered(app: &Arc<App>) {
    settled(app).await;
    wait::until("no delivery is spaced", wait::PATIENCE, || async {
        let spaced = app.store.read(count_spaced).await.map_err(|error| error.to_string())?;
        if spaced == 0 { Ok(()) } else { Err(format!("{spaced} deliveries")) }
    })
    .await;
}

/// Counts the deliveries that become due within a second.
fn count_spaced(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let sql = "/* all platforms */ SELECT COUNT(*) AS spaced FROM platform p JOIN delivery d \
        ON d.platform_id = p.platform_id AND d.status = 'DUE' \
        WHERE p.frozen_at IS NULL AND d.due_at <= $1 + p.lead_millis + 1000";
    let wall = tx.wall();
    tx.query_one(sql, params![wall], |row| row.get("spaced"))
}
