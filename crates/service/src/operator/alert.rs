//! What an operator should look at (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::{DAMAGED, Health};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::argument::{flag, limit, positional};
use super::error::RESTORE;
use super::{Noun, OperatorError};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct List {
    #[serde(default)]
    closed: bool,
    #[serde(default = "thousand")]
    limit: u32,
}

const fn thousand() -> u32 {
    1000
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    alert: AlertId,
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    /// None for what cannot be written down: it stays open as long as its cause.
    alert: Option<AlertId>,
    platform: Option<PlatformId>,
    kind: String,
    subject: String,
    detail: Value,
    raised_at: Time,
    closed_at: Option<Time>,
    closed_by: Option<String>,
}

pub(super) fn noun() -> Noun {
    Noun::new("alert", "What an operator should look at")
        .read_deployment(
            "list",
            "Lists the open alerts, the oldest first",
            &[flag("closed", "Shows closed ones too"), limit()],
            |tx, call, List { closed, limit }| {
                let found = alerts::list(tx, *closed, i64::from(*limit))?;
                let damage = (call.app.store.health() == Health::Damaged).then(|| damage(tx.wall()));
                Ok(damage.into_iter().chain(found.into_iter().map(Shown::from)).collect::<Vec<_>>())
            },
        )
        .columns(&["alert", "kind", "subject", "raised_at", "detail"])
        .change_deployment(
            "close",
            "Closes an alert that was dealt with",
            &[positional("alert", "The alert's id")],
            |tx, call, named: &Named| {
                if alerts::close(tx, named.alert, &call.audit.actor)? {
                    return Ok((None, named.clone()));
                }
                Err(OperatorError::no_such(named.alert).remedy("see the open ones: causeway alert list"))
            },
        )
}

/// The alert about a damaged database, in which nothing is written any more.
fn damage(now: Time) -> Shown {
    Shown {
        alert: None,
        platform: None,
        kind: DAMAGED.to_owned(),
        subject: "database".to_owned(),
        detail: json!({ "what": "the database is damaged, and nothing is written", "remedy": RESTORE }),
        raised_at: now,
        closed_at: None,
        closed_by: None,
    }
}

impl From<AlertRecord> for Shown {
    fn from(alert: AlertRecord) -> Self {
        let (closed_at, closed_by) = alert.closed.unzip();
        Self {
            alert: Some(alert.id),
            platform: alert.platform,
            kind: alert.kind,
            subject: alert.subject,
            detail: alert.detail,
            raised_at: alert.raised_at,
            closed_at,
            closed_by,
        }
    }
}
