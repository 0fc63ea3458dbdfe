//! Rows of routes: the corridors of rails that payments take (rails 17.2). A route is replaced, never changed.

use causeway_domain::CurrencyCode;
use causeway_domain::ids::{Id, RailId};
use serde::Serialize;
use uuid::Uuid;

use super::records::{RailRouteRecord, RouteDirection};
use super::version::changed;
use crate::database::common_terms::{CommonRow, CommonTable, authentic, deployment};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

const COLUMNS: &str = "route_id, for_platform, account_type, payment_rail, currency, direction, minimum, maximum, \
                       rank, rail_id, corridor, created_at, mac";

pub(crate) const TABLE: CommonTable = CommonTable {
    name: "rail_route",
    key: "route_id",
    columns: COLUMNS,
    read: |row| read_raw(row).map(CommonRow::into_terms),
};

/// Authenticated columns of a route besides its id.
#[derive(Serialize)]
struct Columns<'a> {
    for_platform: Option<Uuid>,
    account_type: &'a str,
    payment_rail: Option<&'a str>,
    currency: CurrencyCode,
    direction: RouteDirection,
    minimum: i64,
    maximum: Option<i64>,
    rank: i64,
    rail: Uuid,
    corridor: &'a str,
    created_at: i64,
}

fn terms_of(route: &RailRouteRecord) -> Result<AuthenticatedColumns, Error> {
    let columns = Columns {
        for_platform: route.platform.map(Id::uuid),
        account_type: &route.account_type,
        payment_rail: route.payment_rail.as_deref(),
        currency: route.currency,
        direction: route.direction,
        minimum: route.minimum,
        maximum: route.maximum,
        rank: route.rank,
        rail: route.rail.uuid(),
        corridor: &route.corridor,
        created_at: route.created_at.millis(),
    };
    Ok(AuthenticatedColumns {
        table: TABLE.name,
        key: TABLE.key,
        platform: deployment(),
        id: route.id.into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Inserts a route.
pub fn insert(tx: &mut Tx<'_>, route: &RailRouteRecord) -> Result<(), Error> {
    let mac = terms_of(route)?.mac(tx.macs());
    tx.execute(
        "INSERT INTO rail_route (route_id, for_platform, account_type, payment_rail, currency, direction, minimum,
             maximum, rank, rail_id, corridor, created_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            route.id,
            route.platform,
            &route.account_type,
            route.payment_rail.as_deref(),
            route.currency,
            route.direction.as_str(),
            route.minimum,
            route.maximum,
            route.rank,
            route.rail,
            &route.corridor,
            route.created_at,
            mac,
        ],
    )?;
    changed(tx)
}

/// Returns all routes, those of the lowest rank first. Rows that this service did not write are left out, and operators
/// are alerted of them.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<RailRouteRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM rail_route ORDER BY rank, created_at, route_id");
    let rows = tx.query(&sql, &[], read_raw)?;
    Ok(authentic(tx, rows))
}

/// Returns the routes to a rail, those of the lowest rank first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn of_rail(tx: &mut Tx<'_>, rail: RailId) -> Result<Vec<RailRouteRecord>, Error> {
    let macs = tx.macs();
    let sql =
        format!("SELECT {COLUMNS} FROM rail_route WHERE rail_id = $1 ORDER BY rank, created_at, route_id");
    tx.query(&sql, params![rail], |row| read_raw(row)?.checked(macs))
}

/// Deletes a route. Returns `false` if it does not exist.
pub fn remove(tx: &mut Tx<'_>, route: Uuid) -> Result<bool, Error> {
    changed(tx)?;
    Ok(tx.execute_counted("DELETE FROM rail_route WHERE route_id = $1", params![route])? == 1)
}

/// Deletes the routes to a rail.
pub(super) fn remove_all(tx: &mut Tx<'_>, rail: RailId) -> Result<(), Error> {
    tx.execute("DELETE FROM rail_route WHERE rail_id = $1", params![rail])
}

fn read_raw(row: &Row<'_>) -> Result<CommonRow<RailRouteRecord>, Error> {
    let record = RailRouteRecord {
        id: row.get("route_id")?,
        platform: row.get("for_platform")?,
        account_type: row.get("account_type")?,
        payment_rail: row.get("payment_rail")?,
        currency: row.get("currency")?,
        direction: row.parsed("direction")?,
        minimum: row.get("minimum")?,
        maximum: row.get("maximum")?,
        rank: row.get("rank")?,
        rail: row.get("rail_id")?,
        corridor: row.get("corridor")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(&record)?;
    Ok(CommonRow { record, terms, mac: row.get("mac")? })
}
