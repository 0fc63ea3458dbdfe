//! The version of all rails, so that a process may cache them.

use uuid::Uuid;

use crate::{Error, Tx, Wake, params};

/// Returns the version of the rails, with their keys, accounts, bindings, routes, capabilities and degradation; `None`
/// before the first change. A version is never issued twice.
pub fn version(tx: &mut Tx<'_>) -> Result<Option<Uuid>, Error> {
    tx.query_opt("SELECT version FROM rail_version WHERE id = 1", &[], |row| row.get("version"))
}

/// Sets a new version after a change, and wakes the followers of feeds in this process after the commit.
pub fn changed(tx: &mut Tx<'_>) -> Result<(), Error> {
    let version = tx.new_version();
    tx.wake(Wake::Rails);
    tx.execute(
        "INSERT INTO rail_version (id, version) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        params![version],
    )
}
