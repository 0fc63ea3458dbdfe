//! Rows of rails (rails 17.1). They are changed under the lock of the rail.

use causeway_domain::ids::{Id, RailId};
use serde::Serialize;

use super::records::{RailDoc, RailRecord, RailStatus};
use super::version::changed;
use super::{bindings, contradictions, keys, routes, state};
use crate::database::common_terms::{CommonRow, CommonTable, authentic, deployment};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Row, Tx, Value, params};

const COLUMNS: &str = "rail_id, name, status, doc, created_at, updated_at, mac";

pub(crate) const TABLE: CommonTable = CommonTable {
    name: "rail",
    key: "rail_id",
    columns: COLUMNS,
    read: |row| read_raw(row).map(CommonRow::into_terms),
};

/// Authenticated columns of a rail besides its id and its document.
#[derive(Serialize)]
struct Columns<'a> {
    name: &'a str,
    status: RailStatus,
    created_at: i64,
    updated_at: i64,
}

fn terms_of(rail: &RailRecord, document: String) -> Result<AuthenticatedColumns, Error> {
    let RailRecord { id, name, status, doc: _, created_at, changed_at } = rail;
    let columns =
        Columns { name, status: *status, created_at: created_at.millis(), updated_at: changed_at.millis() };
    Ok(AuthenticatedColumns {
        table: TABLE.name,
        key: TABLE.key,
        platform: deployment(),
        id: id.uuid().into(),
        columns: json_text(&columns)?,
        document,
    })
}

/// Inserts a new rail, of which nothing was read yet.
///
/// # Errors
/// [`Error::Duplicate`] of `rail_name`.
pub fn insert(tx: &mut Tx<'_>, rail: &RailRecord) -> Result<(), Error> {
    let terms = terms_of(rail, json_text(&rail.doc)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO rail (rail_id, name, status, doc, created_at, updated_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            rail.id,
            &rail.name,
            rail.status.as_str(),
            Value::Json(terms.document.into()),
            rail.created_at,
            rail.changed_at,
            mac,
        ],
    )?;
    state::begin(tx, rail.id)?;
    changed(tx)
}

/// Updates the status and the document of a locked rail, and renews its MAC. Its name stays.
pub fn update(tx: &mut Tx<'_>, rail: &RailRecord) -> Result<(), Error> {
    let terms = terms_of(rail, json_text(&rail.doc)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE rail SET status = $2, doc = $3, updated_at = $4, mac = $5 WHERE rail_id = $1",
        params![rail.id, rail.status.as_str(), Value::Json(terms.document.into()), rail.changed_at, mac,],
    )?;
    changed(tx)
}

/// Finds and locks a rail until the transaction ends.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn lock(tx: &mut Tx<'_>, rail: RailId) -> Result<Option<RailRecord>, Error> {
    let macs = tx.macs();
    tx.query_opt(&format!("SELECT {COLUMNS} FROM rail WHERE rail_id = $1 FOR UPDATE"), params![rail], |row| {
        read_raw(row)?.checked(macs)
    })
}

/// Finds the rail with this name.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_named(tx: &mut Tx<'_>, name: &str) -> Result<Option<RailRecord>, Error> {
    let macs = tx.macs();
    tx.query_opt(&format!("SELECT {COLUMNS} FROM rail WHERE name = $1"), params![name], |row| {
        read_raw(row)?.checked(macs)
    })
}

/// Returns all rails by name. Rows that this service did not write are left out, and operators are alerted of them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailRecord>, Error> {
    let rows = tx.query(&format!("SELECT {COLUMNS} FROM rail ORDER BY name"), &[], read_raw)?;
    Ok(authentic(tx, rows))
}

/// Deletes a locked rail with its routes, bindings, contradictions and state, and revokes its keys. The keys stay, because
/// evidence is verified with them, and so do the items of its feed, because they name orders.
pub fn remove(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    keys::revoke_all(tx, rail)?;
    routes::remove_all(tx, rail)?;
    bindings::remove_all(tx, rail)?;
    contradictions::forget(tx, rail)?;
    state::remove(tx, rail)?;
    tx.execute("DELETE FROM rail WHERE rail_id = $1", params![rail])?;
    changed(tx)
}

fn read_raw(row: &Row<'_>) -> Result<CommonRow<RailRecord>, Error> {
    let (document, doc): (_, RailDoc) = row.document("doc")?;
    let record = RailRecord {
        id: row.get("rail_id")?,
        name: row.get("name")?,
        status: row.parsed("status")?,
        doc,
        created_at: row.get("created_at")?,
        changed_at: row.get("updated_at")?,
    };
    let terms = terms_of(&record, document)?;
    Ok(CommonRow { record, terms, mac: row.get("mac")? })
}
