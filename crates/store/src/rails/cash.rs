//! Rows of cash movements: the rail accounts of the lines of cash (rails 19.3). They are never changed.

use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::postings::PostingKind;
use causeway_domain::{Amount, CurrencyCode};
use causeway_rail_protocol::values::OrderKind;
use serde::Serialize;
use uuid::Uuid;

use super::orders;
use super::records::{CashMovementRecord, OrderName};
use crate::database::late_rows::LateTable;
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Row, Tx, params};

pub(crate) const TABLE: &str = "cash_movement";
pub(crate) const KEY: &str = "movement_id";
pub(crate) const COLUMNS: &str =
    "movement_id, journal_id, line, part, transaction_id, account_id, currency, amount, created_at, mac";

const MOVEMENTS: LateTable = LateTable {
    name: TABLE,
    columns: "platform_id, movement_id, journal_id, line, part, transaction_id, account_id, currency, amount, \
              created_at, mac",
    expressions: None,
    conflict: "",
};

/// Authenticated columns of a movement besides its id.
#[derive(Serialize)]
struct Columns {
    journal: Uuid,
    line: i64,
    part: i64,
    transaction: Uuid,
    account: Option<Uuid>,
    currency: CurrencyCode,
    amount: i64,
    created_at: i64,
}

fn terms_of(platform: PlatformId, movement: &CashMovementRecord) -> Result<AuthenticatedColumns, Error> {
    let columns = Columns {
        journal: movement.journal.uuid(),
        line: movement.line,
        part: movement.part,
        transaction: movement.transaction.uuid(),
        account: movement.account,
        currency: movement.amount.currency,
        amount: movement.amount.minor,
        created_at: movement.created_at.millis(),
    };
    Ok(AuthenticatedColumns {
        table: TABLE,
        key: KEY,
        platform,
        id: movement.id.into(),
        columns: json_text(&columns)?,
        document: "{}".to_owned(),
    })
}

/// Returns the kind of the order that moves the cash of a posting; `None` if no order does.
#[must_use]
pub fn order_kind(posting: PostingKind) -> Option<OrderKind> {
    match posting.as_str() {
        "TRANSFER_OUT_DELIVERED"
        | "TRANSFER_OUT_RETURNED"
        | "PAYOUT_DELIVERED"
        | "PAYOUT_RETURNED"
        | "UMA_OFFRAMP_DELIVERED"
        | "UMA_OFFRAMP_RETURNED"
        | "RETURN_SHORT" => Some(OrderKind::Payout),
        "TRANSFER_IN_SETTLED" | "TRANSFER_IN_RETURNED" | "DEBIT_SETTLED" | "DEBIT_SENT_BACK" => {
            Some(OrderKind::Collection)
        }
        _ => None,
    }
}

/// Inserts movements with their MACs at the end of the closure, all with one statement.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, movements: &[CashMovementRecord]) -> Result<(), Error> {
    movements.iter().try_for_each(|movement| {
        let mac = terms_of(platform, movement)?.mac(tx.macs());
        let row = params![
            platform,
            movement.id,
            movement.journal,
            movement.line,
            movement.part,
            movement.transaction,
            movement.account,
            movement.amount.currency,
            movement.amount.minor,
            movement.created_at,
            mac,
        ];
        tx.insert_late(&MOVEMENTS, row)
    })
}

/// Returns the rail account of an order; `None` if there is no order, or a tombstone.
///
/// # Errors
/// The same as [`orders::find`].
pub fn account_for(tx: &mut Tx<'_>, platform: PlatformId, name: OrderName) -> Result<Option<Uuid>, Error> {
    let order = orders::find(tx, platform, name)?;
    Ok(order.and_then(|order| order.pinned).map(|pinned| pinned.account))
}

/// Returns the movements of a payment, in the order of its journals.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn of_payment(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Vec<CashMovementRecord>, Error> {
    let macs = tx.macs();
    let sql = format!(
        "SELECT {COLUMNS} FROM cash_movement WHERE platform_id = $1 AND transaction_id = $2
         ORDER BY journal_id, line, part"
    );
    tx.query(&sql, params![platform, transaction], |row| {
        let (movement, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(movement)
    })
}

/// Renews the MACs of up to `limit` movements after `after` with the newest key. Returns the last of them, or `None`
/// if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Option<Uuid>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM cash_movement WHERE platform_id = $1 AND ($2 OR movement_id > $3)
         ORDER BY movement_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (movement, terms, mac) = read_raw(platform, row)?;
        Ok((movement.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<Uuid>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Reads a movement as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(CashMovementRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let movement = CashMovementRecord {
        id: row.get("movement_id")?,
        journal: row.get("journal_id")?,
        line: row.get("line")?,
        part: row.get("part")?,
        transaction: row.get("transaction_id")?,
        account: row.get("account_id")?,
        amount: Amount::new(row.get("amount")?, row.get("currency")?),
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(platform, &movement)?;
    Ok((movement, terms, row.get("mac")?))
}
