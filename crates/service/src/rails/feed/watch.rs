//! Conditions of a rail that no single answer reports: a feed that is not read, and orders that are missing on either
//! side (rails 5.3, 13).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_store::rails::{OrderName, RailStateRecord, RailStatus, items, state};
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use super::apply::report_unknown_orders;
use super::suspend::suspend;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;
use crate::runtime::upkeep::close_alert;

/// Time without an end of the feed, or with a change that the feed does not show, after which it counts as stale
/// (rails 12).
const STALE_AFTER: Duration = Duration::from_mins(30);

/// Maximum number of orders that an alert names.
const NAMED: u32 = 20;

/// The condition of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FeedCondition {
    /// Read to its end, with all changes.
    Current,
    /// Not read for too long, or without the last changes of these orders.
    Stale { is_unread: bool, missing: Vec<OrderName> },
    /// Not applied, because the adapter has lost memory, of which there is another alert.
    Suspended,
}

/// The findings about a rail.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Findings {
    feed: FeedCondition,
    /// `true` if the feed has orders that are unknown here.
    has_unknown: bool,
    /// `true` if items are missing among those that were read.
    has_gap: bool,
    /// `true` if a stale feed is alerted.
    is_alerted: bool,
}

/// The part of the conditions that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) enum WatchDepth {
    /// Only what few rows tell.
    Progress,
    /// Also all items that are kept.
    Items,
}

/// Raises and closes the alerts about a rail.
pub(in crate::rails) async fn watch(
    app: &Arc<App>,
    rail: &Arc<KnownRail>,
    depth: WatchDepth,
) -> Result<(), ApiError> {
    let known = Arc::clone(rail);
    let find = move |tx: &mut Tx<'_>| find(tx, &known, depth);
    let found: Findings = app.store.read::<_, Error, _>(find).await?;
    let is_told = match found.feed {
        FeedCondition::Current => !found.is_alerted,
        FeedCondition::Stale { .. } => found.is_alerted,
        FeedCondition::Suspended => true,
    };
    if is_told && !found.has_unknown && !found.has_gap {
        return Ok(());
    }
    let shared = Arc::clone(app);
    let rail = Arc::clone(rail);
    app.store.write(&[], move |tx: &mut Tx<'_>| report(tx, &shared, &rail, &found)).await
}

fn find(tx: &mut Tx<'_>, rail: &KnownRail, depth: WatchDepth) -> Result<Findings, Error> {
    let reads_items = depth == WatchDepth::Items;
    let id = rail.record.id;
    Ok(Findings {
        feed: condition(tx, rail)?,
        has_unknown: reads_items && !items::unknown(tx, id, 1)?.is_empty(),
        has_gap: reads_items && items::has_gap(tx, id)?,
        is_alerted: alerts::is_open(tx, AlertKind::RailFeedStale, &rail.record.name)?,
    })
}

fn condition(tx: &mut Tx<'_>, rail: &KnownRail) -> Result<FeedCondition, Error> {
    let id = rail.record.id;
    let known = state::find(tx, id)?.ok_or(Error::Missing)?;
    if known.has_lost_memory() {
        return Ok(FeedCondition::Suspended);
    }
    let is_unread = is_unread(tx, rail, &known)?;
    let before = tx.wall().minus(STALE_AFTER);
    let missing = items::behind(tx, id, before, NAMED)?;
    let is_stale = is_unread || !missing.is_empty();
    Ok(if is_stale { FeedCondition::Stale { is_unread, missing } } else { FeedCondition::Current })
}

/// Returns `true` if the feed was not read to its end for too long. A rail that has never worked is not watched.
fn is_unread(tx: &mut Tx<'_>, rail: &KnownRail, known: &RailStateRecord) -> Result<bool, Error> {
    if rail.record.status == RailStatus::Paused && known.memory.is_none() {
        return Ok(false);
    }
    let now = tx.database_time()?;
    let since = known.feed_read_at.unwrap_or(rail.record.changed_at);
    Ok(now.since(since) > STALE_AFTER)
}

fn report(tx: &mut Tx<'_>, app: &Arc<App>, rail: &KnownRail, found: &Findings) -> Result<(), ApiError> {
    if found.has_unknown {
        report_unknown_orders(tx, app, rail, &[])?;
    }
    if found.has_gap {
        let detail = json!({ "what": "items that were read are no longer in the database" });
        suspend(tx, &app.ids, rail.record.id, AlertKind::RailUnknownOrder, &detail)?;
    }
    let name = &rail.record.name;
    match &found.feed {
        FeedCondition::Suspended => {}
        FeedCondition::Current => close_alert(tx, AlertKind::RailFeedStale, name)?,
        FeedCondition::Stale { is_unread, missing } => {
            let orders: Vec<String> = missing.iter().map(|order| order.transaction.to_string()).collect();
            let detail = json!({
                "is_read": !is_unread, "orders": orders, "commands": [format!("causeway rail show {name}")],
            });
            let alert = app.ids.next(tx.wall());
            alerts::raise(tx, None, alert, AlertKind::RailFeedStale, name, &detail)?;
        }
    }
    Ok(())
}
