//! Open alerts (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::{DAMAGED, Health, Tx};
use serde_json::{Value, json};

use super::error::RESTORE;
use super::{
    Answer, Argument, Call, IdArgument, OperatorError, Subject, arguments, default_number, flag, limit, noun,
    positional, view,
};

noun! {
    /// Open alerts
    "alert" {
        /// List the open alerts, oldest first
        "list" => read_deployment(list).columns(&["alert", "kind", "subject", "raised_at", "detail"]),
        /// Close a resolved alert
        "close" => change_deployment(close),
    }
}

impl Subject for AlertId {
    const ARGUMENT: Argument = positional("Alert id").named("alert");
}

arguments! {
    struct ListRequest {
        #[serde(default)]
        closed: bool = flag("Include closed alerts"),
        #[serde(default = "default_number::<1000>")]
        limit: u32 = limit(),
    }
}

view! {
    struct AlertView of alert: AlertRecord {
        /// `None` if the alert cannot be stored: it is open as long as its cause exists.
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

/// Returns the alert about a damaged database, which accepts no more writes.
fn damage(now: Time) -> AlertView {
    AlertView {
        alert: None,
        platform: None,
        kind: DAMAGED.to_owned(),
        subject: "database".to_owned(),
        detail: json!({ "what": "the database is damaged; all writes are refused", "remedy": RESTORE }),
        raised_at: now,
        closed_at: None,
        closed_by: None,
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, ListRequest { closed, limit }: &ListRequest) -> Answer<Vec<AlertView>> {
    let found = alerts::list(tx, *closed, i64::from(*limit))?;
    let damage = (call.app.store.health() == Health::Damaged).then(|| damage(tx.wall()));
    Ok(damage.into_iter().chain(found.into_iter().map(AlertView::from)).collect())
}

fn close(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(alert): &IdArgument<AlertId>,
) -> Answer<IdArgument<AlertId>> {
    if alerts::close(tx, alert, &call.audit.actor)? {
        return Ok(IdArgument(alert));
    }
    Err(OperatorError::no_such(alert).remedy("see the open ones: causeway alert list"))
}
