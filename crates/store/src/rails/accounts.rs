//! Rows of rail accounts: accounts at partners, under the operator's names. They are never changed.

use causeway_domain::CurrencyCode;
use causeway_domain::ids::Id;
use serde::Serialize;
use uuid::Uuid;

use super::records::RailAccountRecord;
use super::version::changed;
use crate::database::common_terms::{CommonRow, CommonTable, authentic, deployment};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

const COLUMNS: &str = "account_id, name, currency, home_platform, created_at, mac";

pub(crate) const TABLE: CommonTable = CommonTable {
    name: "rail_account",
    key: "account_id",
    columns: COLUMNS,
    read: |row| read_raw(row).map(CommonRow::into_terms),
};

/// Authenticated columns of an account besides its id.
#[derive(Serialize)]
struct Columns<'a> {
    name: &'a str,
    currency: CurrencyCode,
    home_platform: Uuid,
    created_at: i64,
}

fn terms_of(account: &RailAccountRecord) -> Result<AuthenticatedColumns, Error> {
    let RailAccountRecord { id, name, currency, home, created_at } = account;
    let columns =
        Columns { name, currency: *currency, home_platform: home.uuid(), created_at: created_at.millis() };
    Ok(AuthenticatedColumns {
        table: TABLE.name,
        key: TABLE.key,
        platform: deployment(),
        id: (*id).into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Inserts a rail account.
///
/// # Errors
/// [`Error::Duplicate`] of `rail_account_name`.
pub fn insert(tx: &mut Tx<'_>, account: &RailAccountRecord) -> Result<(), Error> {
    let mac = terms_of(account)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO rail_account (account_id, name, currency, home_platform, created_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![account.id, &account.name, account.currency, account.home, account.created_at, mac],
    )?;
    changed(tx)
}

/// Returns all rail accounts by name. Rows that this service did not write are left out, and operators are alerted of
/// them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailAccountRecord>, Error> {
    let rows = tx.query(&format!("SELECT {COLUMNS} FROM rail_account ORDER BY name"), &[], read_raw)?;
    Ok(authentic(tx, rows))
}

/// Finds the rail account with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, account: Uuid) -> Result<Option<RailAccountRecord>, Error> {
    let macs = tx.macs();
    let sql = format!("SELECT {COLUMNS} FROM rail_account WHERE account_id = $1");
    tx.query_opt(&sql, params![account], |row| read_raw(row)?.checked(macs))
}

/// Finds the rail account with this name.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_named(tx: &mut Tx<'_>, name: &str) -> Result<Option<RailAccountRecord>, Error> {
    let macs = tx.macs();
    let sql = format!("SELECT {COLUMNS} FROM rail_account WHERE name = $1");
    tx.query_opt(&sql, params![name], |row| read_raw(row)?.checked(macs))
}

fn read_raw(row: &Row<'_>) -> Result<CommonRow<RailAccountRecord>, Error> {
    let record = RailAccountRecord {
        id: row.get("account_id")?,
        name: row.get("name")?,
        currency: row.get("currency")?,
        home: row.get("home_platform")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(&record)?;
    Ok(CommonRow { record, terms, mac: row.get("mac")? })
}
