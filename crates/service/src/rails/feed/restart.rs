//! Feeds whose next items the adapter no longer keeps (rails 8.1).

use std::sync::Arc;

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::values::Memory;
use causeway_store::rails::{Cursor, OrderName, RailStateRecord, SeenMemory, state, sums};
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use super::continuity::{check_memory, position, seen};
use super::outcome::PageOutcome;
use super::wake::{WakeRequest, wake};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;

/// Maximum number of open orders that are asked for at once.
const ORDERS: u32 = 10_000;

/// Goes on at the end of the feed, after an answer that the items behind the cursor are gone: raises an alert, which only
/// an operator closes, and asks for every open order.
pub(super) async fn restart_feed(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
    known: &RailStateRecord,
    memory: Memory,
) -> Result<PageOutcome, ApiError> {
    let shared = Arc::clone(app);
    let rail = Arc::clone(rail);
    let cursor = known.cursor;
    let floor = position(known.top_sequence)?;
    let write = move |tx: &mut Tx<'_>| {
        let id = rail.record.id;
        let locked = state::lock(tx, id)?;
        if locked.cursor != cursor {
            return Ok(PageOutcome::Overtaken);
        }
        if !check_memory(tx, &shared.ids, &locked, floor, &memory)? {
            return Ok(PageOutcome::Lost);
        }
        let end = seen(&memory);
        report_skipped(tx, &shared.ids, &rail.record.name, cursor, &end)?;
        state::skip_to(tx, id, &Cursor { sequence: end.sequence, mark: end.mark })?;
        for (platform, order) in sums::open_of(tx, id, ORDERS)? {
            let order = OrderName { transaction: order.transaction, kind: order.kind };
            wake(tx, &shared, WakeRequest { platform, order })?;
        }
        Ok(PageOutcome::AtEnd)
    };
    app.store.write(&[], write).await
}

/// Tells operators which items were skipped. Orders without an end are asked for, and returns of others may be missed.
fn report_skipped(tx: &mut Tx<'_>, ids: &Ids, rail: &str, after: i64, end: &SeenMemory) -> Result<(), Error> {
    let detail = json!({
        "what": format!("the adapter no longer keeps the feed items behind {after}"),
        "after": after,
        "through": end.sequence,
        "commands": [format!("causeway rail compare {rail}")],
    });
    alerts::raise(tx, None, ids.next(tx.wall()), AlertKind::RailFeedSkipped, rail, &detail)
}
