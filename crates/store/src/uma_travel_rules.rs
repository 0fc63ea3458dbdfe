//! Rows of Travel Rule data of UMA payments (uma 6.1), encrypted.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Row, Tx, Value, params};

/// The Travel Rule data of a payment, as sent, or as received and decrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TravelRuleRecord {
    pub transaction: TransactionId,
    /// The name of the data's format; `None` if the peer gave none.
    pub format: Option<String>,
    /// The data, encrypted under the root key.
    pub encrypted: Vec<u8>,
    /// Wall time.
    pub stored_at: Time,
}

/// Inserts the data of a payment. `stored_at` is the wall time of the transaction.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    format: Option<&str>,
    encrypted: &[u8],
) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "INSERT INTO uma_travel_rule (platform_id, transaction_id, format, encrypted, stored_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![platform, transaction, format, encrypted, now],
    )
}

/// Finds the data of a payment.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<TravelRuleRecord>, Error> {
    let sql = "SELECT transaction_id, format, encrypted, stored_at FROM uma_travel_rule \
               WHERE platform_id = $1 AND transaction_id = $2";
    tx.query_opt(sql, params![platform, transaction], read)
}

/// Locks the data of up to `limit` payments of a platform after `after`, for re-encryption.
pub fn lock_some(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<TransactionId>,
    limit: u32,
) -> Result<Vec<TravelRuleRecord>, Error> {
    tx.query(
        "SELECT transaction_id, format, encrypted, stored_at FROM uma_travel_rule \
         WHERE platform_id = $1 AND ($2 OR transaction_id > $3) ORDER BY transaction_id LIMIT $4 FOR UPDATE",
        params![platform, after.is_none(), after, limit],
        read,
    )
}

/// Returns the data of these payments, as far as they have some.
pub fn among(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[TransactionId],
) -> Result<Vec<TravelRuleRecord>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut values = vec![Value::from(platform)];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT transaction_id, format, encrypted, stored_at FROM uma_travel_rule \
         WHERE platform_id = $1 AND transaction_id IN ({}) ORDER BY transaction_id",
        places.join(", ")
    );
    tx.query(&sql, &values, read)
}

/// Replaces the encrypted form of a payment's data. The caller holds the row lock.
pub fn reencrypt(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    encrypted: &[u8],
) -> Result<(), Error> {
    tx.execute(
        "UPDATE uma_travel_rule SET encrypted = $3 WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction, encrypted],
    )
}

fn read(row: &Row<'_>) -> Result<TravelRuleRecord, Error> {
    Ok(TravelRuleRecord {
        transaction: row.get("transaction_id")?,
        format: row.get("format")?,
        encrypted: row.get("encrypted")?,
        stored_at: row.get("stored_at")?,
    })
}
