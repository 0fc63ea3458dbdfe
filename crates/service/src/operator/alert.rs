//! What an operator should look at (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::{DAMAGED, Health, Tx};
use serde_json::{Value, json};

use super::error::RESTORE;
use super::{
    Answer, Argument, Call, One, OperatorError, Subject, arguments, flag, limit, noun, or, positional, shown,
};

noun! {
    /// What an operator should look at
    "alert" {
        /// Lists the open alerts, the oldest first
        "list" => read_deployment(list).columns(&["alert", "kind", "subject", "raised_at", "detail"]),
        /// Closes an alert that was dealt with
        "close" => change_deployment(close),
    }
}

impl Subject for AlertId {
    const ARGUMENT: Argument = positional("The alert's id").named("alert");
}

arguments! {
    struct List {
        #[serde(default)]
        closed: bool = flag("Shows closed ones too"),
        #[serde(default = "or::<1000>")]
        limit: u32 = limit(),
    }
}

shown! {
    struct Shown of alert: AlertRecord {
        /// None for what cannot be written down: it stays open as long as its cause.
        alert: Option<AlertId> = Some(alert.id),
        platform: Option<PlatformId> = alert.platform,
        kind: String = alert.kind,
        subject: String = alert.subject,
        detail: Value = alert.detail,
        raised_at: Time = alert.raised_at,
        closed_at: Option<Time> = alert.closed.as_ref().map(|(at, _)| *at),
        closed_by: Option<String> = alert.closed.map(|(_, by)| by),
    }
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

fn list(tx: &mut Tx<'_>, call: &Call, List { closed, limit }: &List) -> Answer<Vec<Shown>> {
    let found = alerts::list(tx, *closed, i64::from(*limit))?;
    let damage = (call.app.store.health() == Health::Damaged).then(|| damage(tx.wall()));
    Ok(damage.into_iter().chain(found.into_iter().map(Shown::from)).collect())
}

fn close(tx: &mut Tx<'_>, call: &Call, &One(alert): &One<AlertId>) -> Answer<One<AlertId>> {
    if alerts::close(tx, alert, &call.audit.actor)? {
        return Ok(One(alert));
    }
    Err(OperatorError::no_such(alert).remedy("see the open ones: causeway alert list"))
}
