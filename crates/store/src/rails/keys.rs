//! Rows of the public keys of adapters. They are changed under the lock of the rail.

use causeway_domain::Time;
use causeway_domain::ids::{Id, RailId};
use serde::Serialize;
use uuid::Uuid;

use super::records::RailKeyRecord;
use super::version::changed;
use crate::database::common_terms::{CommonRow, CommonTable, authentic, deployment};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

const COLUMNS: &str = "key_id, rail_id, public_key, added_at, revoked_at, mac";

pub(crate) const TABLE: CommonTable = CommonTable {
    name: "rail_key",
    key: "key_id",
    columns: COLUMNS,
    read: |row| read_raw(row).map(CommonRow::into_terms),
};

/// Authenticated columns of a key besides its id.
#[derive(Serialize)]
struct Columns<'a> {
    rail: Uuid,
    public_key: &'a [u8; 32],
    added_at: i64,
    revoked_at: Option<i64>,
}

fn terms_of(key: &RailKeyRecord) -> Result<AuthenticatedColumns, Error> {
    let RailKeyRecord { id, rail, public_key, added_at, revoked_at } = key;
    let columns = Columns {
        rail: rail.uuid(),
        public_key,
        added_at: added_at.millis(),
        revoked_at: revoked_at.map(Time::millis),
    };
    Ok(AuthenticatedColumns {
        table: TABLE.name,
        key: TABLE.key,
        platform: deployment(),
        id: (*id).into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Inserts a key of an adapter.
pub fn insert(tx: &mut Tx<'_>, key: &RailKeyRecord) -> Result<(), Error> {
    let mac = terms_of(key)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO rail_key (key_id, rail_id, public_key, added_at, revoked_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![key.id, key.rail, &key.public_key, key.added_at, key.revoked_at, mac],
    )?;
    changed(tx)
}

/// Returns all keys, also revoked ones, the oldest first. Rows that this service did not write are left out, and
/// operators are alerted of them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailKeyRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM rail_key ORDER BY added_at, key_id");
    let rows = tx.query(&sql, &[], read_raw)?;
    Ok(authentic(tx, rows))
}

/// Returns the keys of a rail, also revoked ones, the oldest first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn of_rail(tx: &mut Tx<'_>, rail: RailId) -> Result<Vec<RailKeyRecord>, Error> {
    let macs = tx.macs();
    tx.query(&of_rail_sql(), params![rail], |row| read_raw(row)?.checked(macs))
}

/// Finds the key with this id, also a revoked one.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, key: Uuid) -> Result<Option<RailKeyRecord>, Error> {
    let macs = tx.macs();
    tx.query_opt(&format!("SELECT {COLUMNS} FROM rail_key WHERE key_id = $1"), params![key], |row| {
        read_raw(row)?.checked(macs)
    })
}

/// Revokes a key at a time, unless it is revoked already. It stays, because evidence is verified with it.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn revoke(tx: &mut Tx<'_>, key: Uuid, at: Time) -> Result<(), Error> {
    let found = find(tx, key)?.filter(|key| key.revoked_at.is_none());
    found.map_or(Ok(()), |key| set_revoked(tx, RailKeyRecord { revoked_at: Some(at), ..key }))
}

/// Revokes all keys of a rail now. Rows that this service did not write stay as they are: they count nowhere.
pub(super) fn revoke_all(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    let now = tx.wall();
    let rows = tx.query(&of_rail_sql(), params![rail], read_raw)?;
    let keys = authentic(tx, rows).into_iter().filter(|key| key.revoked_at.is_none());
    keys.map(|key| RailKeyRecord { revoked_at: Some(now), ..key }).try_for_each(|key| set_revoked(tx, key))
}

fn set_revoked(tx: &mut Tx<'_>, key: RailKeyRecord) -> Result<(), Error> {
    let mac = terms_of(&key)?.mac(tx.macs());
    tx.execute(
        "UPDATE rail_key SET revoked_at = $2, mac = $3 WHERE key_id = $1",
        params![key.id, key.revoked_at, mac],
    )?;
    changed(tx)
}

fn of_rail_sql() -> String {
    format!("SELECT {COLUMNS} FROM rail_key WHERE rail_id = $1 ORDER BY added_at, key_id")
}

fn read_raw(row: &Row<'_>) -> Result<CommonRow<RailKeyRecord>, Error> {
    let record = RailKeyRecord {
        id: row.get("key_id")?,
        rail: row.get("rail_id")?,
        public_key: row.get("public_key")?,
        added_at: row.get("added_at")?,
        revoked_at: row.get("revoked_at")?,
    };
    let terms = terms_of(&record)?;
    Ok(CommonRow { record, terms, mac: row.get("mac")? })
}
