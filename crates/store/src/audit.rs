//! Rows of the audit trail: what operators did. They are added and never changed (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde_json::Value as Json;

use crate::{Error, Row, Tx, Value, params};

/// An operator's audit_entry, to be recorded in the transaction that carries it out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewAudit<'a> {
    /// The platform it was done to, if it was one.
    pub platform: Option<PlatformId>,
    /// Who did it.
    pub actor: &'a str,
    /// What was done: the command, `account freeze`.
    pub action: &'a str,
    /// Why, in the operator's words; empty when none were asked for.
    pub reason: &'a str,
    /// What it was done with.
    pub detail: &'a Json,
}

/// A recorded audit_entry.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRecord {
    /// Its place in the order of recording.
    pub seq: i64,
    /// The platform it was done to, if it was one.
    pub platform: Option<PlatformId>,
    /// Who did it.
    pub actor: String,
    /// What was done.
    pub action: String,
    /// Why.
    pub reason: String,
    /// What it was done with.
    pub detail: Json,
    /// When, in wall time.
    pub at: Time,
}

/// Records a audit_entry, now in wall time.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, audit: &NewAudit<'_>) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "INSERT INTO audit (platform_id, actor, action, reason, detail, at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![audit.platform, audit.actor, audit.action, audit.reason, Value::doc(audit.detail)?, now],
    )
}

/// Up to `limit` entries recorded after the one with number `after`, in their order.
///
/// # Errors
/// Those of the database.
pub fn list(tx: &mut Tx<'_>, after: i64, limit: i64) -> Result<Vec<AuditRecord>, Error> {
    tx.query(
        "SELECT seq, platform_id, actor, action, reason, detail, at FROM audit
         WHERE seq > $1 ORDER BY seq LIMIT $2",
        params![after, limit],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<AuditRecord, Error> {
    Ok(AuditRecord {
        seq: row.get("seq")?,
        platform: row.get("platform_id")?,
        actor: row.get("actor")?,
        action: row.get("action")?,
        reason: row.get("reason")?,
        detail: row.json("detail")?,
        at: row.get("at")?,
    })
}
