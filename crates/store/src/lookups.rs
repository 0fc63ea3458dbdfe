//! Rows of receiver look-ups (money 7): what a receiver takes, as it was shown to the sender.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId, LookupId, PlatformId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::platform::CounterpartyField;
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// What was looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupRecord {
    /// Its id.
    pub id: LookupId,
    /// On whose behalf; none: the platform's own.
    pub customer: Option<CustomerId>,
    /// The receiver, and what it takes.
    pub doc: LookupDoc,
    /// From when on nothing can be done with it.
    pub expires_at: Time,
    /// When it was made.
    pub created_at: Time,
}

/// The receiver, and what it takes, version 1. Written once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookupDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Who is to be paid.
    pub receiver: Receiver,
    /// What the receiver takes, in its order of preference.
    pub currencies: Vec<Receivable>,
    /// What it wants to know about the payer.
    pub payer_fields: Vec<CounterpartyField>,
}

/// Somebody who was looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    /// The holder of a UMA address, in lower case.
    Uma(String),
    /// An external account.
    ExternalAccount(ExternalAccountId),
}

/// A currency that a receiver takes, and how much of it at once, in its smallest units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receivable {
    /// The currency.
    pub currency: CurrencyCode,
    /// The least.
    pub minimum: i64,
    /// The most.
    pub maximum: i64,
}

/// Stores a look-up.
///
/// # Errors
/// Those of the database.
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

/// The look-up with this id, expired or not.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: LookupId) -> Result<Option<LookupRecord>, Error> {
    tx.query_opt(
        "SELECT lookup_id, customer_id, doc, expires_at, created_at FROM lookup
         WHERE platform_id = $1 AND lookup_id = $2",
        params![platform, id],
        read,
    )
}

/// Deletes some expired look-ups of all platforms; returns how many.
///
/// # Errors
/// Those of the database.
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
