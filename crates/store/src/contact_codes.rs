//! Rows of the codes that confirm contact data (customers 4). Callers have locked the customer.

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CustomerId, PlatformId};
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// What was sent last through a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactCodeRecord {
    /// A keyed hash of the code; none where no code is outstanding.
    pub code_hash: Option<Vec<u8>>,
    /// How often another code was tried.
    pub wrong_attempts: u32,
    /// From when on it cannot be used, on the platform's clock.
    pub expires_at: Time,
    /// What limits further codes.
    pub doc: ContactCodeDoc,
}

/// What limits further codes, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactCodeDoc {
    /// Version of this document's form.
    pub v: u32,
    /// When codes were sent lately, in that order.
    pub sent_at: Vec<Time>,
}

impl ContactCodeDoc {
    /// The version that is written.
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

/// What was sent last through a customer's channel, if anything ever was.
///
/// # Errors
/// Those of the database.
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

/// Stores what was sent, in place of what was sent before.
///
/// # Errors
/// Those of the database.
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

/// Makes the outstanding code of a channel void, if there is one. That it was sent still counts.
///
/// # Errors
/// Those of the database.
pub fn make_void(
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
