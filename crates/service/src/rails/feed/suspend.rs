//! Suspended and paused rails: no new submissions, and all else goes on (rails 5.3, 13).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::RailId;
use causeway_rail_protocol::limits::{CONTRADICTION_WINDOW, CONTRADICTIONS_TO_PAUSE};
use causeway_store::rails::{self, RailRecord, RailStatus, contradictions, state};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

/// Suspends a rail and raises an alert about it, unless one of this kind is open: then the detail is added to it.
/// Locks the state of the rail, then the rail.
///
/// Lost memory outweighs an unknown order: it frees no money, and an operator has to accept it.
pub(in crate::rails) fn suspend(
    tx: &mut Tx<'_>,
    ids: &Ids,
    rail: RailId,
    kind: AlertKind,
    detail: &Json,
) -> Result<(), Error> {
    let known = state::lock(tx, rail)?;
    let Some(record) = rails::lock(tx, rail)? else { return Ok(()) };
    let mut detail = detail.clone();
    detail["commands"] = commands(&record.name, kind).into();
    let alert = ids.next(tx.wall());
    match alerts::find_open(tx, kind, &record.name)? {
        Some(open) => alerts::update_detail(tx, open.id, &merged(open.detail, detail))?,
        None => alerts::raise(tx, None, alert, kind, &record.name, &detail)?,
    }
    if known.suspended_for.is_none() || kind == AlertKind::RailMemoryLost && !known.has_lost_memory() {
        state::set_suspended(tx, rail, Some(kind.as_str()))?;
    }
    if record.status == RailStatus::Suspended {
        return Ok(());
    }
    set_status(tx, record, RailStatus::Suspended).map(drop)
}

/// Returns the detail of an open alert with that of a further condition, whose members count if both have them.
fn merged(mut open: Json, new: Json) -> Json {
    match (&mut open, new) {
        (Json::Object(known), Json::Object(new)) => known.extend(new),
        (known, new) => *known = new,
    }
    open
}

/// Pauses an enabled rail whose adapter has contradicted itself too often within a day since it was last resumed (rails
/// 13), and raises an alert about it. Locks the rail.
pub(super) fn pause_after_contradictions(tx: &mut Tx<'_>, ids: &Ids, rail: RailId) -> Result<(), Error> {
    let since = tx.wall().minus(CONTRADICTION_WINDOW);
    let told = contradictions::count(tx, rail, since)?;
    if told < i64::from(CONTRADICTIONS_TO_PAUSE) {
        return Ok(());
    }
    let enabled = rails::lock(tx, rail)?.filter(|record| record.status == RailStatus::Enabled);
    let Some(record) = enabled else { return Ok(()) };
    let name = set_status(tx, record, RailStatus::Paused)?.name;
    let detail = json!({
        "contradictions": told,
        "commands": [format!("causeway rail show {name}"), format!("causeway rail resume {name} --reason TEXT")],
    });
    alerts::raise(tx, None, ids.next(tx.wall()), AlertKind::RailPaused, &name, &detail)
}

/// Changes the status of a rail that is locked.
pub(in crate::rails) fn set_status(
    tx: &mut Tx<'_>,
    record: RailRecord,
    status: RailStatus,
) -> Result<RailRecord, Error> {
    let changed_at = tx.wall();
    let changed = RailRecord { status, changed_at, ..record };
    rails::update(tx, &changed)?;
    tracing::info!(rail = changed.name, status = status.as_str(), "the status of a rail has changed");
    Ok(changed)
}

/// Returns the commands that end a suspension.
fn commands(name: &str, kind: AlertKind) -> Vec<String> {
    let compare = format!("causeway rail compare {name}");
    let resume = format!("causeway rail resume {name} --reason TEXT");
    let last = if kind == AlertKind::RailMemoryLost { format!("{resume} --accept-memory") } else { resume };
    vec![compare, last]
}
