//! Attempts that count towards the rate limits of challenges and logins (wallet 10).

use causeway_domain::Time;
use causeway_domain::ids::{AuthMethodId, PlatformId};
use serde::{Deserialize, Serialize};

use crate::{Error, Tx, Value, params};

/// Times of recent attempts with a credential, version 1. Each list is in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptsDoc {
    pub v: u32,
    pub challenges: Vec<Time>,
    /// Failed logins.
    pub failed: Vec<Time>,
    pub wrong_codes: Vec<Time>,
}

impl Default for AttemptsDoc {
    fn default() -> Self {
        Self { v: 1, challenges: Vec::new(), failed: Vec::new(), wrong_codes: Vec::new() }
    }
}

/// Returns the recent attempts with a credential.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, credential: AuthMethodId) -> Result<AttemptsDoc, Error> {
    let sql = "SELECT doc FROM wallet_attempt WHERE platform_id = $1 AND credential_id = $2";
    Ok(tx.query_opt(sql, params![platform, credential], |row| row.json("doc"))?.unwrap_or_default())
}

/// Saves the recent attempts with a credential.
pub fn put(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    credential: AuthMethodId,
    doc: &AttemptsDoc,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_attempt (platform_id, credential_id, doc) VALUES ($1, $2, $3) \
         ON CONFLICT (platform_id, credential_id) DO UPDATE SET doc = excluded.doc",
        params![platform, credential, Value::doc(doc)?],
    )
}

/// Returns the number of wrong codes of a platform on a day.
pub fn wrong_codes(tx: &mut Tx<'_>, platform: PlatformId, day: i64) -> Result<i64, Error> {
    let sql = "SELECT codes FROM wallet_wrong_code WHERE platform_id = $1 AND day = $2";
    Ok(tx.query_opt(sql, params![platform, day], |row| row.get("codes"))?.unwrap_or_default())
}

/// Increments the number of wrong codes of a platform on a day.
pub fn add_wrong_code(tx: &mut Tx<'_>, platform: PlatformId, day: i64) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_wrong_code (platform_id, day, codes) VALUES ($1, $2, 1) \
         ON CONFLICT (platform_id, day) DO UPDATE SET codes = wallet_wrong_code.codes + 1",
        params![platform, day],
    )
}
