//! Rows of receiver lookups (money 7): the currencies and limits of a receiver, as shown to the sender.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, LookupId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::platforms::CounterpartyField;
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A receiver lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupRecord {
    pub id: LookupId,
    /// The sending customer, or `None` if the platform itself sends.
    pub customer: Option<CustomerId>,
    pub doc: LookupDoc,
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
}

/// The receiver of a lookup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    /// UMA address in lower case.
    Uma(String),
    ExternalAccount(ExternalAccountId),
}

/// A currency that a receiver accepts, with the limits per payment in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receivable {
    pub currency: CurrencyCode,
    pub minimum: i64,
    pub maximum: i64,
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &LookupRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO lookup (platform_id, lookup_id, customer_id, doc, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            platform,
            record.id,
            record.customer,
            Value::doc(&record.doc)?,
            record.expires_at,
            record.created_at,
        ],
    )
}

/// Finds the lookup with this id, expired or not.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: LookupId) -> Result<Option<LookupRecord>, Error> {
    tx.query_opt(
        "SELECT lookup_id, customer_id, doc, expires_at, created_at FROM lookup
         WHERE platform_id = $1 AND lookup_id = $2",
        params![platform, id],
        read,
    )
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

fn read(row: &Row<'_>) -> Result<LookupRecord, Error> {
    Ok(LookupRecord {
        id: row.get("lookup_id")?,
        customer: row.get("customer_id")?,
        doc: row.json("doc")?,
        expires_at: row.get("expires_at")?,
        created_at: row.get("created_at")?,
    })
}
