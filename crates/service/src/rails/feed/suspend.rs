//! Suspended and paused rails: no new submissions, and all else goes on (rails 5.3, 13).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::RailId;
use causeway_rail_protocol::limits::{CONTRADICTION_WINDOW, CONTRADICTIONS_TO_PAUSE};
use causeway_store::rails::{self, RailRecord, RailStatus, evidence, state};
use causeway_store::{Error, Tx, alerts};
use serde_json::Value as Json;

/// Suspends a rail and raises an alert about it, unless one of this kind is open: then its detail is replaced.
/// Locks the state of the rail, then the rail.
pub(in crate::rails) fn suspend(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: RailId,
    kind: AlertKind,
    detail: &Json,
) -> Result<(), Error> {
    state::lock(tx, rail)?;
    let Some(record) = rails::lock(tx, rail)? else { return Ok(()) };
    let mut detail = detail.clone();
    detail["commands"] = commands(&record.name, kind).into();
    let alert = ids.next(tx.wall());
    match alerts::find_open(tx, kind, &record.name)? {
        Some(open) => alerts::update_detail(tx, open.id, &detail)?,
        None => alerts::raise(tx, None, alert, kind, &record.name, &detail)?,
    }
    if record.status == RailStatus::Suspended {
        return Ok(());
    }
    state::set_suspended(tx, rail, Some(kind.as_str()))?;
    set_status(tx, record, RailStatus::Suspended)
}

/// Pauses an enabled rail whose adapter has contradicted itself too often within a day (rails 13).
pub(in crate::rails) fn pause_after_contradictions(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    let since = tx.wall().minus(CONTRADICTION_WINDOW);
    if evidence::contradictions_since(tx, rail, since)? < i64::from(CONTRADICTIONS_TO_PAUSE) {
        return Ok(());
    }
    match rails::lock(tx, rail)? {
        Some(record) if record.status == RailStatus::Enabled => set_status(tx, record, RailStatus::Paused),
        Some(_) | None => Ok(()),
    }
}

/// Changes the status of a rail that is locked.
fn set_status(tx: &mut Tx<'_>, record: RailRecord, status: RailStatus) -> Result<(), Error> {
    let updated_at = tx.wall();
    tracing::warn!(rail = record.name, status = status.as_str(), "rail takes no new orders");
    rails::update(tx, &RailRecord { status, updated_at, ..record })
}

/// Returns the commands that end a suspension.
fn commands(name: &str, kind: AlertKind) -> Vec<String> {
    let compare = format!("causeway rail compare {name}");
    let resume = format!("causeway rail resume {name} --reason TEXT");
    let last = if kind == AlertKind::RailMemoryLost { format!("{resume} --accept-memory") } else { resume };
    vec![compare, last]
}
