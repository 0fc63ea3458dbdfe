//! The table of rails and routes, as it is read from the database.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_domain::ids::{PlatformId, RailId};
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::Capabilities;
use causeway_rail_protocol::signing::SigningKey;
use causeway_store::rails::{
    self, RailBindingRecord, RailKeyRecord, RailRecord, RailStateRecord, bindings, keys, routes, state,
    version,
};
use causeway_store::{Error, Tx, platforms};
use serde_json::Value as Json;

use super::signing_key;
use super::table::{KnownRail, RailTable};
use crate::runtime::keys::Keyring;

/// Reads the table with its version. Rows that this service did not write are left out by the store, which alerts
/// operators of them.
pub(super) fn read(tx: &mut Tx<'_>, keyring: &Keyring, is_development: bool) -> Result<RailTable, Error> {
    let version = version(tx)?;
    let records = rails::all(tx)?;
    let mut parts = RailRows::read(tx, !records.is_empty())?;
    let mut known = Vec::with_capacity(records.len());
    for record in records {
        let signer = signing_key::read(tx, keyring, record.doc.service_key)?;
        known.push(Arc::new(parts.rail(record, signer.map(Arc::new))));
    }
    let mut routes = if known.is_empty() { Vec::new() } else { routes::all(tx)? };
    routes.sort_by_key(|route| (route.rank, route.id));
    let payers = if known.is_empty() { BTreeSet::new() } else { payers(tx)? };
    Ok(RailTable { version, rails: known, routes, payers, is_development })
}

/// Returns the platforms that have a legal name and an address (rails 19.4).
fn payers(tx: &mut Tx<'_>) -> Result<BTreeSet<PlatformId>, Error> {
    let all = platforms::list(tx)?.into_iter();
    let named = all.filter(|platform| platform.doc.legal_name.is_some() && platform.doc.address.is_some());
    Ok(named.map(|platform| platform.id).collect())
}

/// The rows beside the rails, by rail.
#[derive(Default)]
struct RailRows {
    keys: BTreeMap<RailId, Vec<RailKeyRecord>>,
    bindings: BTreeMap<RailId, Vec<RailBindingRecord>>,
    states: BTreeMap<RailId, RailStateRecord>,
}

impl RailRows {
    fn read(tx: &mut Tx<'_>, has_rails: bool) -> Result<Self, Error> {
        let mut rows = Self::default();
        if !has_rails {
            return Ok(rows);
        }
        for key in keys::all(tx)? {
            rows.keys.entry(key.rail).or_default().push(key);
        }
        for binding in bindings::all(tx)? {
            rows.bindings.entry(binding.rail).or_default().push(binding);
        }
        rows.states = state::all(tx)?.into_iter().map(|state| (state.rail, state)).collect();
        Ok(rows)
    }

    fn rail(&mut self, record: RailRecord, signer: Option<Arc<SigningKey>>) -> KnownRail {
        let state = self.states.get(&record.id);
        KnownRail {
            capabilities: state.and_then(|state| state.capabilities.as_ref()).and_then(capabilities),
            is_degraded: state.is_some_and(|state| state.degraded_at.is_some()),
            memory: state.and_then(|state| state.memory),
            keys: self.keys.remove(&record.id).unwrap_or_default(),
            bindings: self.bindings.remove(&record.id).unwrap_or_default(),
            signer,
            record,
        }
    }
}

/// Reads stored capabilities; `None` if this version does not understand them, so that the rail offers nothing.
fn capabilities(stored: &Json) -> Option<Capabilities> {
    Capabilities::parse(stored.to_string().as_bytes()).ok()
}
