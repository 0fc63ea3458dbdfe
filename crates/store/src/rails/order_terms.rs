//! Stored form of orders to rails. The code covers all columns: money is freed by the stored record.

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::{Amount, CurrencyCode, Time};
use causeway_rail_protocol::values::OrderKind;
use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::records::{PinnedRail, RailOrderRecord, StoredState};
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

pub(crate) const TABLE: &str = "rail_order";
pub(crate) const KEY: &str = "order_id";
pub(crate) const COLUMNS: &str = "order_id, transaction_id, kind, rail_id, account_id, corridor, currency, amount, \
                                  body, digest, short, memory_id, state, revision, record, held_at, released_at, \
                                  created_at, updated_at, mac";

/// Authenticated columns of an order besides its id and the record.
#[derive(Serialize)]
struct Columns<'a> {
    transaction: Uuid,
    kind: OrderKind,
    pinned: Option<PinnedColumns<'a>>,
    currency: CurrencyCode,
    amount: i64,
    state: &'static str,
    revision: Option<i64>,
    has_record: bool,
    held_at: Option<i64>,
    released_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
}

#[derive(Serialize)]
struct PinnedColumns<'a> {
    rail: Uuid,
    account: Uuid,
    corridor: &'a str,
    /// SHA-256 of the bytes as stored.
    body: [u8; 32],
    digest: &'a [u8; 32],
    short: &'a str,
    memory: Uuid,
}

impl<'a> PinnedColumns<'a> {
    fn of(pinned: &'a PinnedRail) -> Self {
        Self {
            rail: pinned.rail.uuid(),
            account: pinned.account,
            corridor: &pinned.corridor,
            body: Sha256::digest(&pinned.body).into(),
            digest: &pinned.digest,
            short: &pinned.short,
            memory: pinned.memory,
        }
    }
}

/// Returns the authenticated columns of an order; `record` is the text of its record as stored.
pub(super) fn terms_of(
    platform: PlatformId,
    order: &RailOrderRecord,
    record: Option<String>,
) -> Result<AuthenticatedColumns, Error> {
    let columns = Columns {
        transaction: order.transaction.uuid(),
        kind: order.kind,
        pinned: order.pinned.as_ref().map(PinnedColumns::of),
        currency: order.amount.currency,
        amount: order.amount.minor,
        state: order.state.as_str(),
        revision: order.revision,
        has_record: record.is_some(),
        held_at: order.held_at.map(Time::millis),
        released_at: order.released_at.map(Time::millis),
        created_at: order.created_at.millis(),
        updated_at: order.changed_at.millis(),
    };
    Ok(AuthenticatedColumns {
        table: TABLE,
        key: KEY,
        platform,
        id: order.id.into(),
        columns: json_text(&columns)?,
        document: record.unwrap_or_else(|| "{}".to_owned()),
    })
}

/// Returns a row reader that verifies the MAC of each order.
pub(super) fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<RailOrderRecord, Error> + use<'a> {
    move |row| {
        let (order, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(order)
    }
}

/// Reads an order as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(RailOrderRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record: Option<Json> = row.json_opt("record")?;
    let order = RailOrderRecord {
        id: row.get("order_id")?,
        transaction: row.get("transaction_id")?,
        kind: row.parsed("kind")?,
        pinned: read_pinned(row)?,
        amount: Amount::new(row.get("amount")?, row.get("currency")?),
        state: read_state(row)?,
        revision: row.get("revision")?,
        record,
        held_at: row.get("held_at")?,
        released_at: row.get("released_at")?,
        created_at: row.get("created_at")?,
        changed_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, &order, row.get("record")?)?;
    Ok((order, terms, row.get("mac")?))
}

/// Reads the rail of an order. A tombstone has none of the columns.
fn read_pinned(row: &Row<'_>) -> Result<Option<PinnedRail>, Error> {
    let has_column = [
        row.get::<Option<Uuid>>("rail_id")?.is_some(),
        row.get::<Option<Uuid>>("account_id")?.is_some(),
        row.get::<Option<String>>("corridor")?.is_some(),
        row.get::<Option<Vec<u8>>>("body")?.is_some(),
        row.get::<Option<Vec<u8>>>("digest")?.is_some(),
        row.get::<Option<String>>("short")?.is_some(),
        row.get::<Option<Uuid>>("memory_id")?.is_some(),
    ];
    if !has_column.contains(&true) {
        return Ok(None);
    }
    Ok(Some(PinnedRail {
        rail: row.get("rail_id")?,
        account: row.get("account_id")?,
        corridor: row.get("corridor")?,
        body: row.get("body")?,
        digest: row.get("digest")?,
        short: row.get("short")?,
        memory: row.get("memory_id")?,
    }))
}

/// Reads the column `state`.
pub(super) fn read_state(row: &Row<'_>) -> Result<StoredState, Error> {
    let name: String = row.get("state")?;
    let unreported =
        [StoredState::Stored, StoredState::Refused].into_iter().find(|state| state.as_str() == name);
    unreported.map_or_else(|| row.parsed("state").map(StoredState::Known), Ok)
}
