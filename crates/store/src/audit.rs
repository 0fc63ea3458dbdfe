//! Rows of the audit trail of operators' actions. Rows are inserted and never changed (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde_json::Value as Json;

use crate::{Error, Row, Tx, Value, params};

/// A new audit entry, recorded in the transaction of the operator's action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewAudit<'a> {
    /// The affected platform; `None` if the action is not about one platform.
    pub platform: Option<PlatformId>,
    /// The operator.
    pub actor: &'a str,
    /// The command, for example `account freeze`.
    pub action: &'a str,
    /// The operator's reason; empty if the command asks for none.
    pub reason: &'a str,
    /// Arguments of the command.
    pub detail: &'a Json,
}

/// A recorded audit entry.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRecord {
    /// Position in the order of recording.
    pub seq: i64,
    /// The affected platform; `None` if the action is not about one platform.
    pub platform: Option<PlatformId>,
    /// The operator.
    pub actor: String,
    /// The command.
    pub action: String,
    /// Empty if the command asks for none.
    pub reason: String,
    /// Arguments of the command.
    pub detail: Json,
    /// Wall time.
    pub at: Time,
}

/// Records an audit entry with the current wall time.
pub fn insert(tx: &mut Tx<'_>, audit: &NewAudit<'_>) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "INSERT INTO audit (platform_id, actor, action, reason, detail, at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![audit.platform, audit.actor, audit.action, audit.reason, Value::doc(audit.detail)?, now],
    )
}

/// Returns up to `limit` entries recorded after the entry with number `after`, in order.
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
