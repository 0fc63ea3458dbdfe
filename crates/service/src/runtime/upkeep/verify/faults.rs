//! Alerts about the faults that a verification found.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{FaultKind, LedgerFault};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};

use super::super::alerts::BY;
use crate::runtime::app::App;

/// Maximum number of open alerts of this kind; faults beyond it share one.
const OPEN: i64 = 1_000;
/// The subject of the alert that further faults share.
const BEYOND: &str = "further faults";
/// Maximum number of faults named in an alert.
const NAMED: usize = 10;
/// The member of the alert with the start of the last verification that found it.
const FOUND_BY: &str = "found_by";

/// Raises an alert about each subject that has faults, or adds them to the open one.
pub(super) fn raise(tx: &mut Tx<'_>, app: &App, faults: &[LedgerFault], began: Time) -> Result<(), Error> {
    let mut subjects: BTreeMap<String, (Option<PlatformId>, Vec<Value>)> = BTreeMap::new();
    for fault in faults.iter().filter(|fault| !has_alert_of_its_own(fault, faults)) {
        let entry = json!({ "kind": fault.kind, "detail": fault.detail });
        subjects.entry(subject(fault)).or_insert_with(|| (fault.platform, Vec::new())).1.push(entry);
    }
    let open = if subjects.is_empty() { 0 } else { count_open(tx)? };
    for (open, (subject, (platform, faults))) in (open..).zip(subjects) {
        let is_beyond = open >= OPEN && !alerts::is_open(tx, AlertKind::IntegrityFault, &subject)?;
        let (subject, platform) = if is_beyond { (BEYOND, None) } else { (subject.as_str(), platform) };
        raise_one(tx, app, platform, subject, faults, began)?;
    }
    Ok(())
}

fn raise_one(
    tx: &mut Tx<'_>,
    app: &App,
    platform: Option<PlatformId>,
    subject: &str,
    faults: Vec<Value>,
    began: Time,
) -> Result<(), Error> {
    if let Some(mut open) = alerts::find_open(tx, AlertKind::IntegrityFault, subject)? {
        let mut all = open.detail["faults"].as_array().cloned().unwrap_or_default();
        all.extend(
            faults
                .into_iter()
                .filter(|fault| !open.detail["faults"].as_array().is_some_and(|all| all.contains(fault))),
        );
        all.truncate(NAMED);
        open.detail["faults"] = all.into();
        open.detail[FOUND_BY] = json!(began);
        return alerts::update_detail(tx, open.id, &open.detail);
    }
    let detail = json!({
        "what": "the verification found data that is not as this service wrote it",
        "faults": faults.into_iter().take(NAMED).collect::<Vec<_>>(),
        FOUND_BY: began,
        "commands": ["causeway ledger verify"],
    });
    let alert = app.ids.next(tx.wall());
    alerts::raise(tx, platform, alert, AlertKind::IntegrityFault, subject, &detail)
}

/// Closes the alerts about faults that a complete verification, begun at this time, no longer found.
pub(super) fn close(tx: &mut Tx<'_>, began: Time) -> Result<(), Error> {
    let mut obsolete = Vec::new();
    let mut left = Vec::new();
    for alert in alerts::open_of_kind(tx, AlertKind::IntegrityFault, OPEN + 1)? {
        let last = alert.detail[FOUND_BY].as_str().and_then(|time| time.parse::<Time>().ok());
        if last.is_none_or(|last| last < began) { obsolete.push(alert) } else { left.push(alert) }
    }
    // A foreign row is repaired if the verification has read it and reports no fault about it.
    for alert in alerts::open_of_kind(tx, AlertKind::RowNotAuthentic, OPEN)? {
        let id = alert.subject.rsplit([' ', ':']).next().unwrap_or_default();
        let is_named = left.iter().any(|fault| fault.subject.contains(id));
        if alert.raised_at < began && !is_named {
            obsolete.push(alert);
        }
    }
    obsolete.iter().try_for_each(|alert| alerts::close(tx, alert.id, BY).map(drop))
}

fn count_open(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let counts = alerts::count_open(tx)?;
    Ok(counts
        .into_iter()
        .find(|(kind, _)| kind == AlertKind::IntegrityFault.as_str())
        .map_or(0, |(_, count)| count))
}

/// Returns the alert subject of a fault, unique across ledgers. An id is unique by itself.
fn subject(fault: &LedgerFault) -> String {
    match fault.platform {
        Some(platform) if !fault.subject.contains(['-', ':']) => format!("{} of {platform}", fault.subject),
        _ => fault.subject.clone(),
    }
}

/// Returns `true` if another kind of alert reports the fault: ledgers that end too early, and journals that
/// are set aside.
fn has_alert_of_its_own(fault: &LedgerFault, all: &[LedgerFault]) -> bool {
    match fault.kind {
        FaultKind::AnchorMissing | FaultKind::JournalSetAside => true,
        FaultKind::JournalNotAuthentic => {
            all.iter().any(|other| other.kind == FaultKind::JournalSetAside && other.subject == fault.subject)
        }
        _ => false,
    }
}
