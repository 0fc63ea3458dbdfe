//! Enabling a rail (rails 5.3, 17.1).

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::values::AdapterMode;
use causeway_store::Tx;
use causeway_store::rails::{
    self, OrderName, PinnedRail, RailOrderRecord, RailRecord, RailStatus, contradictions, items, keys,
    orders, state, sums,
};
use uuid::Uuid;

use super::corridor::last_capabilities;
use super::errors::{no_rail, refused};
use crate::rails::feed::{CapabilitiesOutcome, refresh, set_status};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::hasten_waiting;
use crate::runtime::upkeep::close_alert;

/// Maximum number of open orders.
const ORDERS: u32 = 100_000;

/// Asks the adapter for its capabilities, which must be valid before its rail is enabled.
///
/// # Errors
/// `CONFLICT` if it does not answer, or tells invalid ones.
pub async fn prepare_resume(app: &Arc<App>, name: &str) -> Result<(), ApiError> {
    app.rails.reload().await?;
    let rail = app.rails.table().named(name).ok_or_else(|| no_rail(name))?;
    let told = match refresh(app, &rail).await? {
        CapabilitiesOutcome::Valid => Ok(()),
        CapabilitiesOutcome::Invalid(defect) => {
            Err(refused(format!("The adapter tells invalid capabilities: {defect}.")))
        }
        CapabilitiesOutcome::Silence => Err(refused(
            "The adapter does not answer, or not with the key of the rail; see its log and causeway rail show.",
        )),
    };
    app.rails.reload().await?;
    told
}

/// Checks that a rail can be enabled.
///
/// # Errors
/// `CONFLICT` with the reason.
pub fn check_resumable(
    tx: &mut Tx<'_>,
    app: &App,
    rail: &RailRecord,
    accepts_memory: bool,
) -> Result<(), ApiError> {
    if rail.status == RailStatus::Enabled {
        return Err(refused("The rail is enabled already."));
    }
    let now = tx.wall();
    if !keys::of_rail(tx, rail.id)?.iter().any(|key| key.counts_at(now)) {
        return Err(refused("No key of the adapter counts: add one with causeway rail-key add."));
    }
    let Some(known) = state::find(tx, rail.id)? else { return Err(no_rail(&rail.name)) };
    match last_capabilities(tx, rail.id)?.map(|told| told.mode) {
        None => return Err(refused("The adapter has not told valid capabilities yet.")),
        Some(AdapterMode::Test) if !app.deployment.development_mode => {
            return Err(refused(
                "The adapter serves tests only, and this deployment is not in development mode.",
            ));
        }
        Some(AdapterMode::Test | AdapterMode::Live) => {}
    }
    if !accepts_memory && (known.has_lost_memory() || items::has_gap(tx, rail.id)?) {
        return Err(refused(
            "The memory of the adapter is not the one that is known: see causeway rail compare, then repeat the \
             command with --accept-memory.",
        ));
    }
    Ok(())
}

/// Enables a rail whose state and row are locked. Its contradictions count no more, its unknown orders are accepted, and with
/// `accepts_memory` the memory that the adapter has now: the feed is read from its beginning, and orders wait until its end.
///
/// # Errors
/// `CONFLICT` if it cannot be enabled.
pub fn resume(
    tx: &mut Tx<'_>,
    app: &App,
    rail: RailRecord,
    accepts_memory: bool,
) -> Result<RailRecord, ApiError> {
    check_resumable(tx, app, &rail, accepts_memory)?;
    items::accept_unknown(tx, rail.id)?;
    if accepts_memory {
        state::forget_memory(tx, rail.id)?;
    }
    state::set_suspended(tx, rail.id, None)?;
    contradictions::forget(tx, rail.id)?;
    for kind in [AlertKind::RailMemoryLost, AlertKind::RailUnknownOrder, AlertKind::RailPaused] {
        close_alert(tx, kind, &rail.name)?;
    }
    let enabled = set_status(tx, rail, RailStatus::Enabled)?;
    hasten_waiting(tx)?;
    Ok(enabled)
}

/// Makes the open orders of a rail ones of no memory, before its new memory is accepted: the adapter may have forgotten them.
/// That it does not have one is then neither believed nor a contradiction. Locks the state of the rail, then the orders.
pub fn distrust_orders(tx: &mut Tx<'_>, name: &str) -> Result<(), ApiError> {
    let rail = rails::find_named(tx, name)?.ok_or_else(|| no_rail(name))?;
    state::lock(tx, rail.id)?;
    for (platform, order) in sums::open_of(tx, rail.id, ORDERS)? {
        let order_name = OrderName { transaction: order.transaction, kind: order.kind };
        let Some(order) = orders::lock(tx, platform, order_name)? else { continue };
        let Some(pin) = order.pinned.clone() else { continue };
        let pinned = Some(PinnedRail { memory: Uuid::nil(), ..pin });
        orders::update(tx, platform, &RailOrderRecord { pinned, ..order })?;
    }
    Ok(())
}
