//! Rows of links to hosted verification pages (customers 6).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PlatformId};
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A link to a hosted verification page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KycLinkRecord {
    pub platform: PlatformId,
    /// SHA-256 of the code.
    pub code_hash: Vec<u8>,
    /// The customer to be verified.
    pub customer: CustomerId,
    /// On the platform's clock.
    pub expires_at: Time,
    /// Time at which the page was completed.
    pub used_at: Option<Time>,
    /// Data that no query filters by.
    pub doc: KycLinkDoc,
    pub created_at: Time,
}

/// Stored document of a link, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KycLinkDoc {
    pub v: u32,
    /// Redirect of the browser after completion.
    pub redirect_uri: Option<String>,
}

impl KycLinkDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

const COLUMNS: &str = "platform_id, code_hash, customer_id, expires_at, used_at, doc, created_at";

fn read(row: &Row<'_>) -> Result<KycLinkRecord, Error> {
    Ok(KycLinkRecord {
        platform: row.get("platform_id")?,
        code_hash: row.get("code_hash")?,
        customer: row.get("customer_id")?,
        expires_at: row.get("expires_at")?,
        used_at: row.get("used_at")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
    })
}

pub fn insert(tx: &mut Tx<'_>, record: &KycLinkRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO kyc_link (platform_id, code_hash, customer_id, expires_at, used_at, doc, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            record.platform,
            record.code_hash.as_slice(),
            record.customer,
            record.expires_at,
            record.used_at,
            Value::doc(&record.doc)?,
            record.created_at,
        ],
    )
}

/// Finds the link with this code on any platform: the visitor has no other credentials.
pub fn find(tx: &mut Tx<'_>, code_hash: &[u8]) -> Result<Option<KycLinkRecord>, Error> {
    let sql = format!("SELECT /* all platforms */ {COLUMNS} FROM kyc_link WHERE code_hash = $1");
    tx.query_opt(&sql, params![code_hash], read)
}

/// Marks a link as used. The caller holds the lock of the customer.
pub fn mark_used(tx: &mut Tx<'_>, platform: PlatformId, code_hash: &[u8], at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE kyc_link SET used_at = $3 WHERE platform_id = $1 AND code_hash = $2",
        params![platform, code_hash, at],
    )
}

/// Deletes up to `limit` links that expired more than `kept_for` ago in wall time, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM kyc_link WHERE code_hash IN \
         (SELECT code_hash FROM kyc_link WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        params![before, limit],
    )
}
