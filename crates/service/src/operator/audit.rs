//! What operators did (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::audit::{self, AuditRecord};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::argument::{Form, limit, option};
use super::call::Call;
use super::{Noun, OperatorError};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct List {
    #[serde(default)]
    after: i64,
    #[serde(default = "hundred")]
    limit: u32,
}

const fn hundred() -> u32 {
    100
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    number: i64,
    at: Time,
    actor: String,
    action: String,
    reason: String,
    platform: Option<PlatformId>,
    detail: Value,
}

pub(super) fn noun() -> Noun {
    let after =
        option("after", "Only what was done after the entry with this number [default: from the beginning]");
    let after = after.form(Form::Number);
    Noun::new("audit", "What operators did")
        .read_deployment(
            "list",
            "Lists who did what, when and why, the oldest first",
            &[after, limit()],
            list,
        )
        .columns(&["number", "at", "actor", "action", "reason", "platform"])
}

fn list(tx: &mut Tx<'_>, _: &Call, list: &List) -> Result<Vec<Shown>, OperatorError> {
    let found = audit::list(tx, list.after, i64::from(list.limit))?;
    Ok(found.into_iter().map(Shown::from).collect())
}

impl From<AuditRecord> for Shown {
    fn from(entry: AuditRecord) -> Self {
        Self {
            number: entry.seq,
            at: entry.at,
            actor: entry.actor,
            action: entry.action,
            reason: entry.reason,
            platform: entry.platform,
            detail: entry.detail,
        }
    }
}
