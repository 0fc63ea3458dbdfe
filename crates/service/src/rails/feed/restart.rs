//! Feeds whose next items the adapter no longer keeps (rails 8.1).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::values::Memory;
use causeway_store::rails::{Cursor, OrderName, RailStateRecord, state, sums};
use causeway_store::{Tx, alerts};
use serde_json::json;

use super::continuity::{check_memory, seen};
use super::outcome::PageOutcome;
use super::wake::{WakeRequest, wake};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;

/// Maximum number of open orders that are asked for at once.
const ORDERS: u32 = 10_000;

/// Goes on at the end of the feed, after an answer that the items behind the cursor are gone: raises an alert, and asks
/// for every open order.
pub(super) async fn restart_feed(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
    known: &RailStateRecord,
    memory: Memory,
) -> Result<PageOutcome, ApiError> {
    let shared = Arc::clone(app);
    let rail = Arc::clone(rail);
    let cursor = known.cursor;
    let floor = known.top_sequence;
    let write = move |tx: &mut Tx<'_>| {
        let id = rail.record.id;
        if state::lock(tx, id)?.cursor != cursor {
            return Ok(PageOutcome::Overtaken);
        }
        if !check_memory(tx, &shared.ids, id, floor, &memory)? {
            return Ok(PageOutcome::Lost);
        }
        let name = &rail.record.name;
        let detail = json!({
            "error": "CURSOR_TOO_OLD", "after": cursor, "commands": [format!("causeway rail show {name}")],
        });
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, None, alert, AlertKind::RailFeedStale, name, &detail)?;
        state::forget_memory(tx, id)?;
        let end = seen(&memory);
        state::note_top(tx, id, &end)?;
        state::save_cursor(tx, id, &Cursor { sequence: end.sequence, mark: end.mark })?;
        for (platform, order) in sums::open_of(tx, id, ORDERS)? {
            let order = OrderName { transaction: order.transaction, kind: order.kind };
            wake(tx, &shared, WakeRequest { platform, order })?;
        }
        Ok(PageOutcome::AtEnd)
    };
    app.store.write(&[], write).await
}
