//! What operators did (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::audit::{self, AuditRecord};
use serde_json::Value;

use super::{Answer, Call, arguments, limit, noun, number, or, shown};

noun! {
    /// What operators did
    "audit" {
        /// Lists who did what, when and why, the oldest first
        "list" => read_deployment(list).columns(&["number", "at", "actor", "action", "reason", "platform"]),
    }
}

arguments! {
    struct List {
        #[serde(default)]
        after: i64 =
            number("Only what was done after the entry with this number [default: from the beginning]"),
        #[serde(default = "or::<100>")]
        limit: u32 = limit(),
    }
}

shown! {
    struct Shown of entry: AuditRecord {
        number: i64 = entry.seq,
        at: Time = entry.at,
        actor: String = entry.actor,
        action: String = entry.action,
        reason: String = entry.reason,
        platform: Option<PlatformId> = entry.platform,
        detail: Value = entry.detail,
    }
}

fn list(tx: &mut Tx<'_>, _: &Call, list: &List) -> Answer<Vec<Shown>> {
    let found = audit::list(tx, list.after, i64::from(list.limit))?;
    Ok(found.into_iter().map(Shown::from).collect())
}
