//! Rows of the codes that confirm contact data (customers 4). The caller holds the lock of the customer.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CustomerId, PlatformId};
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// The code last sent through a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactCodeRecord {
    /// Keyed hash of the code; `None` if no code is outstanding.
    pub code_hash: Option<Vec<u8>>,
    /// Number of wrong codes entered.
    pub wrong_attempts: u32,
    /// On the platform's clock.
    pub expires_at: Time,
    /// Data for the rate limit on further codes.
    pub doc: ContactCodeDoc,
}

/// Stored data for the rate limit on further codes, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactCodeDoc {
    pub v: u32,
    /// Times of recent codes, in order.
    pub sent_at: Vec<Time>,
}

impl ContactCodeDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

fn read(row: &Row<'_>) -> Result<ContactCodeRecord, Error> {
    Ok(ContactCodeRecord {
        code_hash: row.get("code_hash")?,
        wrong_attempts: row.get("wrong_attempts")?,
        expires_at: row.get("expires_at")?,
        doc: row.json("doc")?,
    })
}

/// Finds the record of the last code sent through a customer's channel.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    channel: ContactChannel,
) -> Result<Option<ContactCodeRecord>, Error> {
    tx.query_opt(
        "SELECT code_hash, wrong_attempts, expires_at, doc FROM contact_code \
         WHERE platform_id = $1 AND customer_id = $2 AND channel = $3",
        params![platform, customer, channel.as_str()],
        read,
    )
}

/// Replaces the record of the last code sent.
pub fn put(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    channel: ContactChannel,
    record: &ContactCodeRecord,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO contact_code (platform_id, customer_id, channel, code_hash, wrong_attempts, expires_at, doc) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (platform_id, customer_id, channel) DO UPDATE SET code_hash = excluded.code_hash, \
         wrong_attempts = excluded.wrong_attempts, expires_at = excluded.expires_at, doc = excluded.doc",
        params![
            platform,
            customer,
            channel.as_str(),
            record.code_hash.as_ref(),
            record.wrong_attempts,
            record.expires_at,
            Value::doc(&record.doc)?,
        ],
    )
}

/// Voids the outstanding code of a channel, if any. It still counts towards the rate limit.
pub fn void(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    channel: ContactChannel,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE contact_code SET code_hash = NULL WHERE platform_id = $1 AND customer_id = $2 AND channel = $3",
        params![platform, customer, channel.as_str()],
    )
}
