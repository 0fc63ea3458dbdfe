//! The audit trail of operators' actions (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::audit::{self, AuditRecord};
use serde_json::Value;

use super::{Answer, Call, arguments, default_number, limit, noun, number, view};

noun! {
    /// Audit trail of operator actions
    "audit" {
        /// List operator actions with actor, time and reason, oldest first
        "list" => read_deployment(list).columns(&["number", "at", "actor", "action", "reason", "platform"]),
    }
}

arguments! {
    struct ListRequest {
        #[serde(default)]
        after: i64 =
            number("Only entries after this number [default: from the beginning]"),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
    }
}

view! {
    struct AuditRow of entry: AuditRecord {
        number: i64 = entry.seq,
        at: Time = entry.at,
        actor: String = entry.actor,
        action: String = entry.action,
        reason: String = entry.reason,
        platform: Option<PlatformId> = entry.platform,
        detail: Value = entry.detail,
    }
}

fn list(tx: &mut Tx<'_>, _: &Call, list: &ListRequest) -> Answer<Vec<AuditRow>> {
    let found = audit::list(tx, list.after, i64::from(list.limit))?;
    Ok(found.into_iter().map(AuditRow::from).collect())
}
