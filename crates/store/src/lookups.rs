//! Rows of receiver lookups (money 7): the currencies and limits of a receiver, as shown to the sender, and
//! the answer of its UMA provider.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, LookupId, PlatformId, QuoteId};
use causeway_domain::platforms::CounterpartyField;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::uma_offers::PeerOffer;
pub use crate::uma_offers::Receivable;
use crate::{Error, Row, Tx, Value, params};

/// A receiver lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupRecord {
    pub id: LookupId,
    /// The sending customer, or `None` if the platform itself sends.
    pub customer: Option<CustomerId>,
    pub doc: LookupDoc,
    /// The quote that used the callback of the receiver's provider; written by [`use_once`], unauthenticated.
    pub quote: Option<QuoteId>,
    /// The lookup cannot be used from this instant on.
    pub expires_at: Time,
    pub created_at: Time,
}

/// Stored result of a lookup, version 1. Immutable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookupDoc {
    pub v: u32,
    pub receiver: Receiver,
    /// Currencies that the receiver accepts, in its order of preference.
    pub currencies: Vec<Receivable>,
    /// Fields about the payer that the receiver requires.
    pub payer_fields: Vec<CounterpartyField>,
    /// The answer of the receiver's UMA provider; `None` if no message was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<PeerOffer>,
}

/// The receiver of a lookup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    /// UMA address in lower case.
    Uma(String),
    ExternalAccount(ExternalAccountId),
}

pub(crate) const COLUMNS: &str = "lookup_id, customer_id, doc, quote_id, expires_at, created_at, mac";

/// Authenticated columns of a lookup besides its document.
#[derive(Serialize)]
struct Columns {
    customer: Option<Uuid>,
    expires_at: i64,
    created_at: i64,
}

/// Returns the authenticated columns: all except the quote. `document` is the document as stored.
fn terms_of(
    platform: PlatformId,
    record: &LookupRecord,
    document: String,
) -> Result<AuthenticatedColumns, Error> {
    let LookupRecord { id, customer, doc: _, quote: _, expires_at, created_at } = record;
    let columns = json_text(&Columns {
        customer: customer.map(Id::uuid),
        expires_at: expires_at.millis(),
        created_at: created_at.millis(),
    })?;
    Ok(AuthenticatedColumns {
        table: "lookup",
        key: "lookup_id",
        platform,
        id: id.uuid().into(),
        columns,
        document,
    })
}

/// Inserts a new lookup with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &LookupRecord) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.doc)?)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO lookup (platform_id, lookup_id, customer_id, doc, quote_id, expires_at, created_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.customer,
            Value::Json(terms.document.into()),
            record.quote,
            record.expires_at,
            record.created_at,
            mac,
        ],
    )
}

/// Finds the lookup with this id, expired or not.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: LookupId) -> Result<Option<LookupRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM lookup WHERE platform_id = $1 AND lookup_id = $2");
    let macs = tx.macs();
    tx.query_opt(&sql, params![platform, id], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    })
}

/// Assigns the callback of the receiver's provider to a quote. Returns `false` if another quote used it, or
/// if there is no such lookup.
pub fn use_once(tx: &mut Tx<'_>, platform: PlatformId, id: LookupId, quote: QuoteId) -> Result<bool, Error> {
    let used = tx.execute_counted(
        "UPDATE lookup SET quote_id = $3 WHERE platform_id = $1 AND lookup_id = $2 AND quote_id IS NULL",
        params![platform, id, quote],
    )?;
    Ok(used == 1)
}

/// Deletes up to `limit` expired lookups of all platforms and returns their number. Expiry is on the clock of
/// each platform.
pub fn prune(tx: &mut Tx<'_>, limit: u32) -> Result<u64, Error> {
    let now = tx.wall();
    tx.execute_counted(
        "DELETE FROM lookup WHERE (platform_id, lookup_id) IN
             (SELECT lookup.platform_id, lookup.lookup_id FROM platform
              JOIN lookup ON lookup.platform_id = platform.platform_id
                  AND lookup.expires_at <= COALESCE(platform.frozen_at, $1 + platform.lead_millis)
              LIMIT $2)",
        params![now, limit],
    )
}

/// Renews the MACs of up to `limit` lookups after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<LookupId>,
    limit: u32,
) -> Result<Option<LookupId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM lookup WHERE platform_id = $1 AND ($2 OR lookup_id > $3)
         ORDER BY lookup_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<LookupId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}

/// Reads a lookup as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(LookupRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, doc) = row.document("doc")?;
    let record = LookupRecord {
        id: row.get("lookup_id")?,
        customer: row.get("customer_id")?,
        doc,
        quote: row.get("quote_id")?,
        expires_at: row.get("expires_at")?,
        created_at: row.get("created_at")?,
    };
    let terms = terms_of(platform, &record, text)?;
    Ok((record, terms, row.get("mac")?))
}
