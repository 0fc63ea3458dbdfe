//! Rows of the items of feeds (rails 8), and of the marks that were seen beside answers. They are kept for some time,
//! also those of an earlier memory of the adapter, because they name orders.

use std::collections::BTreeSet;
use std::time::Duration;

use causeway_domain::ids::{RailId, TransactionId};
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::values::OrderKind;

use super::records::{OrderName, RailItemRecord};
use crate::database::late_rows::LateTable;
use crate::{Error, Row, Tx, params};

/// The kind of a row of which only the mark was seen, beside an answer.
pub const MARK_ONLY: &str = "MEMORY";

/// Maximum number of items about an order that are looked at.
const OF_SUBJECT: u32 = 10;

/// Time before `before` for which [`behind`] looks at orders. The items of older ones may be gone.
const LOOKED_BACK: Duration = Duration::from_hours(24);

const COLUMNS: &str = "i.rail_id, i.sequence, i.mark, i.kind, i.transaction_id, i.order_kind, i.revision, i.state, \
                       i.amount, i.currency, i.at";

/// Condition of the rows of the memory that the adapter of the rail `$1` has now.
const PRESENT: &str =
    "i.rail_id = $1 AND i.memory_id = (SELECT s.memory_id FROM rail_state s WHERE s.rail_id = $1)";

/// Condition of the items that name an order which this service has not sent to their rail.
const UNKNOWN: &str = "i.kind = 'ORDER' AND i.transaction_id IS NOT NULL AND i.accepted_at IS NULL
             AND NOT EXISTS (SELECT /* all platforms */ 1 FROM rail_order o WHERE o.rail_id = i.rail_id
                 AND o.transaction_id = i.transaction_id AND o.kind = i.order_kind)";

/// New items of the present memory. An item of which only the mark was seen before completes that row; one that is there
/// already stays as it is.
const ITEMS: LateTable = LateTable {
    name: "rail_item",
    columns: "rail_id, memory_id, sequence, mark, kind, transaction_id, order_kind, revision, state, amount, \
              currency, at, read_at",
    expressions: Some(
        "$1, (SELECT memory_id FROM rail_state WHERE rail_id = $1), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12",
    ),
    conflict: "ON CONFLICT (rail_id, memory_id, sequence) DO UPDATE SET kind = excluded.kind,
         transaction_id = excluded.transaction_id, order_kind = excluded.order_kind, revision = excluded.revision,
         state = excluded.state, amount = excluded.amount, currency = excluded.currency, at = excluded.at,
         read_at = excluded.read_at
         WHERE rail_item.kind = 'MEMORY'",
};

/// Adds items of feeds at the end of the closure, each sequence once. Items that are there already stay as they are.
/// The memory of the adapter must be known.
pub fn append(tx: &mut Tx<'_>, items: &[RailItemRecord]) -> Result<(), Error> {
    let now = tx.wall();
    let mut added = BTreeSet::new();
    items.iter().filter(|item| added.insert((item.rail, item.sequence))).try_for_each(|item| {
        let subject = item.subject.as_ref();
        let row = params![
            item.rail,
            item.sequence,
            &item.mark,
            &item.kind,
            subject.map(|name| name.transaction),
            subject.map(|name| name.kind.as_str()),
            item.revision,
            item.state.as_deref(),
            item.amount.map(|amount| amount.minor),
            item.amount.map(|amount| amount.currency),
            item.at,
            now,
        ];
        tx.insert_late(&ITEMS, row)
    })
}

/// Finds the item with a sequence, which may be a mark only.
pub fn find(tx: &mut Tx<'_>, rail: RailId, sequence: i64) -> Result<Option<RailItemRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM rail_item i WHERE {PRESENT} AND i.sequence = $2");
    tx.query_opt(&sql, params![rail, sequence], read)
}

/// Returns the items with sequences behind `after` up to `through`, some of which may be marks only.
pub fn range(tx: &mut Tx<'_>, rail: RailId, after: i64, through: i64) -> Result<Vec<RailItemRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_item i
         WHERE {PRESENT} AND i.sequence > $2 AND i.sequence <= $3 ORDER BY i.sequence"
    );
    tx.query(&sql, params![rail, after, through], read)
}

/// Returns the highest sequence of an item; `None` if there is none.
pub fn last(tx: &mut Tx<'_>, rail: RailId) -> Result<Option<i64>, Error> {
    let sql =
        format!("SELECT MAX(i.sequence) AS last FROM rail_item i WHERE {PRESENT} AND i.kind <> 'MEMORY'");
    tx.query_one(&sql, params![rail], |row| row.get("last"))
}

/// Checks that an item of the rail names an order.
pub fn has_subject(tx: &mut Tx<'_>, rail: RailId, name: OrderName) -> Result<bool, Error> {
    let found = tx.query(
        "SELECT sequence FROM rail_item WHERE transaction_id = $1 AND order_kind = $2 AND rail_id = $3 LIMIT 1",
        params![name.transaction, name.kind.as_str(), rail],
        |_| Ok(()),
    )?;
    Ok(!found.is_empty())
}

/// Checks that an item of any rail names an order, also of a rail that was removed.
pub fn names_order(tx: &mut Tx<'_>, name: OrderName) -> Result<bool, Error> {
    let found = tx.query(
        "SELECT sequence FROM rail_item WHERE transaction_id = $1 AND order_kind = $2 LIMIT 1",
        params![name.transaction, name.kind.as_str()],
        |_| Ok(()),
    )?;
    Ok(!found.is_empty())
}

/// Returns the last items of a rail that name an order, the newest first, at most ten.
pub fn of_subject(tx: &mut Tx<'_>, rail: RailId, name: OrderName) -> Result<Vec<RailItemRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_item i WHERE i.transaction_id = $1 AND i.order_kind = $2 AND i.rail_id = $3
         ORDER BY i.read_at DESC, i.sequence DESC LIMIT $4"
    );
    tx.query(&sql, params![name.transaction, name.kind.as_str(), rail, OF_SUBJECT], read)
}

/// Returns the last items of the present memory of a rail that name an order, the newest first, at most ten.
pub fn in_present_memory(
    tx: &mut Tx<'_>,
    rail: RailId,
    name: OrderName,
) -> Result<Vec<RailItemRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM rail_item i WHERE {PRESENT} AND i.transaction_id = $2 AND i.order_kind = $3
         ORDER BY i.read_at DESC, i.sequence DESC LIMIT $4"
    );
    tx.query(&sql, params![rail, name.transaction, name.kind.as_str(), OF_SUBJECT], read)
}

/// Returns up to `limit` items of a rail that name an order which this service has not sent to it, and which no
/// operator has accepted; those that were read first are first.
pub fn unknown(tx: &mut Tx<'_>, rail: RailId, limit: u32) -> Result<Vec<RailItemRecord>, Error> {
    let sql = format!(
        "SELECT /* all platforms */ {COLUMNS} FROM rail_item i WHERE i.rail_id = $1 AND {UNKNOWN}
         ORDER BY i.read_at, i.sequence LIMIT $2"
    );
    tx.query(&sql, params![rail, limit], read)
}

/// Records that an operator has accepted the items that [`unknown`] lists, and returns their number. They go on to name
/// their orders.
pub fn accept_unknown(tx: &mut Tx<'_>, rail: RailId) -> Result<u64, Error> {
    let now = tx.wall();
    let sql = format!(
        "UPDATE rail_item SET accepted_at = $2 WHERE (rail_id, memory_id, sequence) IN (
             SELECT /* all platforms */ i.rail_id, i.memory_id, i.sequence FROM rail_item i
             WHERE i.rail_id = $1 AND {UNKNOWN})"
    );
    tx.execute_counted(&sql, params![rail, now])
}

/// Returns up to `limit` orders of a rail whose last record no item shows, although it was told before `before`, within
/// a day.
pub fn behind(tx: &mut Tx<'_>, rail: RailId, before: Time, limit: u32) -> Result<Vec<OrderName>, Error> {
    tx.query(
        "SELECT /* all platforms */ o.transaction_id, o.kind FROM rail_order o
         WHERE o.rail_id = $1 AND o.updated_at > $2 AND o.updated_at <= $3 AND o.revision IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM rail_item i WHERE i.rail_id = o.rail_id
                 AND i.transaction_id = o.transaction_id AND i.order_kind = o.kind AND i.revision >= o.revision)
         ORDER BY o.updated_at LIMIT $4",
        params![rail, before.minus(LOOKED_BACK), before, limit],
        |row| Ok(OrderName { transaction: row.get("transaction_id")?, kind: row.parsed("kind")? }),
    )
}

/// Checks that items are missing which were read: between the first that is kept and the last that was read, each
/// sequence has its item. Skipped items were not read, and earlier ones do not count.
pub fn has_gap(tx: &mut Tx<'_>, rail: RailId) -> Result<bool, Error> {
    let found = tx.query_opt(
        "SELECT s.cursor, s.skipped_to, COUNT(i.sequence) AS items, COALESCE(MIN(i.sequence), 0) AS first
         FROM rail_state s LEFT JOIN rail_item i ON i.rail_id = s.rail_id AND i.memory_id = s.memory_id
             AND i.kind <> 'MEMORY' AND i.sequence > s.skipped_to AND i.sequence <= s.cursor
         WHERE s.rail_id = $1 GROUP BY s.rail_id, s.cursor, s.skipped_to",
        params![rail],
        |row| Ok([row.get::<i64>("cursor")?, row.get("skipped_to")?, row.get("items")?, row.get("first")?]),
    )?;
    Ok(found
        .is_some_and(|[cursor, skipped_to, items, first]| cursor > skipped_to && items != cursor - first + 1))
}

/// Deletes up to `limit` rows that were read longer than `kept_for` ago, and returns their number. Of each feed those
/// with the lowest sequences are deleted first, and the last item that was read stays, so that no gap shows.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE FROM rail_item WHERE (rail_id, memory_id, sequence) IN (
             SELECT i.rail_id, i.memory_id, i.sequence
             FROM (SELECT aged.rail_id, aged.memory_id, MAX(aged.sequence) AS last
                 FROM (SELECT rail_id, memory_id, sequence FROM rail_item WHERE read_at < $1
                     ORDER BY read_at LIMIT $2) aged
                 GROUP BY aged.rail_id, aged.memory_id) old
             JOIN rail_item i ON i.rail_id = old.rail_id AND i.memory_id = old.memory_id AND i.sequence <= old.last
             WHERE NOT EXISTS (SELECT 1 FROM rail_state s
                 WHERE s.rail_id = i.rail_id AND s.memory_id = i.memory_id AND s.cursor <= i.sequence)
             ORDER BY i.sequence LIMIT $2)",
        params![before, limit],
    )
}

fn read(row: &Row<'_>) -> Result<RailItemRecord, Error> {
    let minor: Option<i64> = row.get("amount")?;
    let amount = minor.map(|minor| Ok::<_, Error>(Amount::new(minor, row.get("currency")?))).transpose()?;
    Ok(RailItemRecord {
        rail: row.get("rail_id")?,
        sequence: row.get("sequence")?,
        mark: row.get("mark")?,
        kind: row.get("kind")?,
        subject: read_subject(row)?,
        revision: row.get("revision")?,
        state: row.get("state")?,
        amount,
        at: row.get("at")?,
    })
}

fn read_subject(row: &Row<'_>) -> Result<Option<OrderName>, Error> {
    let transaction: Option<TransactionId> = row.get("transaction_id")?;
    let kind: Option<OrderKind> = row.parsed_opt("order_kind")?;
    Ok(transaction.zip(kind).map(|(transaction, kind)| OrderName { transaction, kind }))
}
