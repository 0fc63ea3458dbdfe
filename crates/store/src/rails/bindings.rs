//! Rows of bindings: the rail accounts that adapters mean by the accounts of their capabilities.

use causeway_domain::ids::{Id, RailId};
use serde::Serialize;
use uuid::Uuid;

use super::records::RailBindingRecord;
use super::version::changed;
use crate::database::common_terms::{CommonRow, CommonTable, authentic, deployment};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

const COLUMNS: &str = "binding_id, rail_id, theirs, account_id, created_at, mac";

pub(crate) const TABLE: CommonTable = CommonTable {
    name: "rail_binding",
    key: "binding_id",
    columns: COLUMNS,
    read: |row| read_raw(row).map(CommonRow::into_terms),
};

/// Authenticated columns of a binding besides its id.
#[derive(Serialize)]
struct Columns<'a> {
    rail: Uuid,
    theirs: &'a str,
    account: Uuid,
    created_at: i64,
}

fn terms_of(binding: &RailBindingRecord) -> Result<AuthenticatedColumns, Error> {
    let RailBindingRecord { id, rail, theirs, account, created_at } = binding;
    let columns = Columns { rail: rail.uuid(), theirs, account: *account, created_at: created_at.millis() };
    Ok(AuthenticatedColumns {
        table: TABLE.name,
        key: TABLE.key,
        platform: deployment(),
        id: (*id).into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Inserts a binding.
///
/// # Errors
/// [`Error::Duplicate`] of `rail_binding_theirs`.
pub fn insert(tx: &mut Tx<'_>, binding: &RailBindingRecord) -> Result<(), Error> {
    let mac = terms_of(binding)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO rail_binding (binding_id, rail_id, theirs, account_id, created_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![binding.id, binding.rail, &binding.theirs, binding.account, binding.created_at, mac],
    )?;
    changed(tx)
}

/// Returns all bindings by rail and account of the adapter. Rows that this service did not write are left out, and
/// operators are alerted of them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailBindingRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM rail_binding ORDER BY rail_id, theirs");
    let rows = tx.query(&sql, &[], read_raw)?;
    Ok(authentic(tx, rows))
}

/// Returns the bindings of a rail by account of the adapter.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn of_rail(tx: &mut Tx<'_>, rail: RailId) -> Result<Vec<RailBindingRecord>, Error> {
    let macs = tx.macs();
    let sql = format!("SELECT {COLUMNS} FROM rail_binding WHERE rail_id = $1 ORDER BY theirs");
    tx.query(&sql, params![rail], |row| read_raw(row)?.checked(macs))
}

/// Deletes a binding. Returns `false` if it does not exist.
pub fn remove(tx: &mut Tx<'_>, binding: Uuid) -> Result<bool, Error> {
    changed(tx)?;
    Ok(tx.execute_counted("DELETE FROM rail_binding WHERE binding_id = $1", params![binding])? == 1)
}

/// Deletes the bindings of a rail.
pub(super) fn remove_all(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    tx.execute("DELETE FROM rail_binding WHERE rail_id = $1", params![rail])
}

fn read_raw(row: &Row<'_>) -> Result<CommonRow<RailBindingRecord>, Error> {
    let record = RailBindingRecord {
        id: row.get("binding_id")?,
        rail: row.get("rail_id")?,
        theirs: row.get("theirs")?,
        account: row.get("account_id")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(&record)?;
    Ok(CommonRow { record, terms, mac: row.get("mac")? })
}
