//! Turns of circuits in the database, so that all processes and operators know of them (rails 12).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::RailId;
use causeway_store::rails::state;
use causeway_store::{Error, Store, Tx, alerts};
use serde_json::json;

use super::circuit::Turn;
use super::waiting::hasten_waiting;
use crate::runtime::upkeep::close_alert;

/// A turn of a rail's circuit.
#[derive(Debug, Clone)]
pub(super) struct NewTurn {
    pub(super) rail: RailId,
    pub(super) name: String,
    pub(super) turn: Turn,
    /// The outcome of the last exchange, in words.
    pub(super) cause: String,
    /// `true` if the two sides do not accept each other's signatures.
    pub(super) is_about_signatures: bool,
}

/// Saves a turn.
pub(super) async fn save(store: &Store, ids: &Ids, turn: NewTurn) -> Result<(), Error> {
    let ids = ids.clone();
    store.write(&[], move |tx: &mut Tx<'_>| apply(tx, &ids, &turn)).await
}

fn apply(tx: &mut Tx<'_>, ids: &Ids, turn: &NewTurn) -> Result<(), Error> {
    match turn.turn {
        Turn::Degraded => degrade(tx, ids, turn),
        Turn::Recovered => recover(tx, turn),
    }
}

fn degrade(tx: &mut Tx<'_>, ids: &Ids, turn: &NewTurn) -> Result<(), Error> {
    let kind =
        if turn.is_about_signatures { AlertKind::RailNotAuthenticated } else { AlertKind::RailDegraded };
    let now = tx.wall();
    state::set_degraded(tx, turn.rail, Some(now))?;
    let detail = json!({
        "what": turn.cause,
        "commands": [format!("causeway rail show {}", turn.name), format!("causeway rail check {}", turn.name)],
    });
    alerts::raise(tx, None, ids.next(now), kind, &turn.name, &detail)
}

fn recover(tx: &mut Tx<'_>, turn: &NewTurn) -> Result<(), Error> {
    state::set_degraded(tx, turn.rail, None)?;
    for kind in [AlertKind::RailDegraded, AlertKind::RailNotAuthenticated] {
        close_alert(tx, kind, &turn.name)?;
    }
    hasten_waiting(tx)
}
