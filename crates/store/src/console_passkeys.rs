//! Passkeys of operators at the console (conventions 2.1).

use causeway_domain::Time;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Error, Row, Tx, Value, params};

/// A passkey of an operator. All times are wall time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsolePasskeyRecord {
    pub id: Uuid,
    /// User id of the operating system; `None` for the owner of the deployment.
    pub uid: Option<u32>,
    pub name: String,
    /// The id that its authenticator has given it.
    pub credential: Vec<u8>,
    pub doc: ConsolePasskeyDoc,
    /// Counter of its authenticator after the last use.
    pub sign_count: u32,
    pub created_at: Time,
    pub used_at: Option<Time>,
    /// Keyed hash over id, uid, name, credential, doc and counter.
    pub hash: Vec<u8>,
}

/// The key of a passkey and the page that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsolePasskeyDoc {
    /// COSE key in base64url.
    pub key: String,
    /// Host name of the page.
    pub relying_party: String,
}

const COLUMNS: &str = "passkey_id, uid, name, credential, doc, sign_count, created_at, used_at, hash";

/// Inserts a passkey.
///
/// # Errors
/// [`Error::Duplicate`] of `console_passkey_credential`.
pub fn insert(tx: &mut Tx<'_>, passkey: &ConsolePasskeyRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO console_passkey (passkey_id, uid, name, credential, doc, sign_count, created_at, used_at, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            passkey.id,
            passkey.uid,
            &passkey.name,
            &passkey.credential,
            Value::doc(&passkey.doc)?,
            passkey.sign_count,
            passkey.created_at,
            passkey.used_at,
            &passkey.hash,
        ],
    )
}

/// Finds a passkey.
pub fn find(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<ConsolePasskeyRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM console_passkey WHERE passkey_id = $1"), params![id], read)
}

/// Returns `true` if a passkey with this id of its authenticator is registered.
pub fn has_credential(tx: &mut Tx<'_>, credential: &[u8]) -> Result<bool, Error> {
    let sql = "SELECT 1 FROM console_passkey WHERE credential = $1";
    Ok(tx.query_opt(sql, params![credential], |_| Ok(()))?.is_some())
}

/// Returns the passkeys of a person, the oldest first. A user id that was given to another user has none of the former
/// one.
pub fn of_person(tx: &mut Tx<'_>, uid: Option<u32>, name: &str) -> Result<Vec<ConsolePasskeyRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM console_passkey WHERE name = $2 AND uid IS NOT DISTINCT FROM $1
         ORDER BY created_at, passkey_id"
    );
    tx.query(&sql, params![uid, name], read)
}

/// Returns all passkeys, the newest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<ConsolePasskeyRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM console_passkey ORDER BY created_at DESC, passkey_id");
    tx.query(&sql, &[], read)
}

/// Records a use of a passkey, with the hash that covers its counter.
pub fn mark_used(tx: &mut Tx<'_>, passkey: &ConsolePasskeyRecord) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "UPDATE console_passkey SET sign_count = $2, used_at = $3, hash = $4 WHERE passkey_id = $1",
        params![passkey.id, passkey.sign_count, now, &passkey.hash],
    )
}

/// Deletes a passkey. Returns `false` if it does not exist.
pub fn delete(tx: &mut Tx<'_>, id: Uuid) -> Result<bool, Error> {
    Ok(tx.execute_counted("DELETE FROM console_passkey WHERE passkey_id = $1", params![id])? == 1)
}

fn read(row: &Row<'_>) -> Result<ConsolePasskeyRecord, Error> {
    Ok(ConsolePasskeyRecord {
        id: row.get("passkey_id")?,
        uid: row.get("uid")?,
        name: row.get("name")?,
        credential: row.get("credential")?,
        doc: row.json("doc")?,
        sign_count: row.get("sign_count")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
        hash: row.get("hash")?,
    })
}
