//! The comparison of a dry run with the tables, and with the action itself.

use std::collections::BTreeMap;

use causeway_domain::Time;
use serde_json::Value;
use uuid::Uuid;

use super::super::acting::{act, try_action, try_dry_run};
use super::super::table_rows::TableRows;
use super::case::{Case, CaseEnd};
use crate::harness::Service;
use crate::payments::scene::text;

/// The text in a report in place of a secret or a key.
const NOT_YET: &str = "(made when the action is carried out)";

/// Runs a case dry, and carries it out if that is its end. Returns the rows afterwards.
pub(super) async fn run_case(service: &Service, case: &Case, before: TableRows) -> TableRows {
    let Case { action, arguments, end } = case;
    let dry = try_dry_run(service, action, arguments.clone()).await;
    let rows = TableRows::read(&service.app().store).await;
    assert_eq!(rows.changed_since(&before), [""; 0], "the dry run of {action} {arguments}");
    match (dry, end) {
        (Ok(report), CaseEnd::Done | CaseEnd::Counted(_)) => {
            assert_eq!(report["dryRun"], true, "{action}");
            carry_out(service, case, &report, &rows).await
        }
        (Ok(report), CaseEnd::OnlyDry) => {
            assert_eq!(report["dryRun"], true, "{action}");
            rows
        }
        (Err(error), CaseEnd::Refused) => {
            let refused = try_action(service, action, arguments.clone()).await.err();
            assert_eq!(refused.as_ref(), Some(&error), "{action}: the dry run is refused as the action is");
            let after = TableRows::read(&service.app().store).await;
            assert_eq!(after.changed_since(&rows), [""; 0], "{action} {arguments} is refused");
            after
        }
        (dry, end) => panic!("{action} {arguments} is to be {end:?}: {dry:?}"),
    }
}

/// Carries a case out, and checks that it answers, books, sends and schedules what was reported, and is recorded in the
/// audit trail.
async fn carry_out(service: &Service, case: &Case, report: &Value, before: &TableRows) -> TableRows {
    let Case { action, arguments, end } = case;
    let done = act(service, action, arguments.clone()).await.json;
    let after = TableRows::read(&service.app().store).await;
    check_answer(before, &report["result"], &done, action);
    let trail = after.added_since(before, "audit", &["actor", "action"]);
    let own = format!("ada {action}");
    assert!(!trail.is_empty() && trail.iter().all(|line| *line == own), "{action}: {trail:?}");
    if let CaseEnd::Counted(member) = end {
        let first = text(&report["would"]["further"][0]);
        let counted = first.split(' ').find_map(|word| word.parse::<u64>().ok());
        assert!(counted.is_some(), "{action}: no number in {report}");
        assert_eq!(counted, done[*member].as_u64(), "{action}: {report} and {done}");
    }
    let would = &report["would"];
    let added = |table: &str, columns: &[&str]| {
        let mut lines = after.added_since(before, table, columns);
        lines.iter_mut().for_each(|line| *line = without_new_ids(before, line));
        lines.sort();
        lines
    };
    let entries = lines(before, would, "postings", |entry| {
        let code = text(&entry["account"]).split(' ').next().expect("a code");
        format!("{} {code} {}", text(&entry["posting"]), entry["amount"]["amount"])
    });
    assert_eq!(added("ledger_entry", &["kind", "code", "amount"]), entries, "{action}");
    let events = lines(before, would, "events", |event| {
        format!("{} {}", text(&event["event"]), text(&event["resource"]))
    });
    assert_eq!(added("outbox", &["event_type", "resource"]), events, "{action}");
    let jobs = lines(before, would, "jobs", |job| {
        let due: Time = text(&job["due_at"]).parse().expect("an instant");
        format!("{} {} {}", text(&job["kind"]), text(&job["resource"]), due.millis())
    });
    assert_eq!(added("job", &["kind", "resource", "due_at"]), jobs, "{action}");
    let alerts = lines(before, would, "alerts", |alert| {
        format!("{} {}", text(&alert["alert"]), text(&alert["subject"]))
    });
    let raised = added("alert", &["kind", "subject"]);
    assert!(alerts.iter().all(|alert| raised.contains(alert)), "{action}: {alerts:?} are not in {raised:?}");
    check_statuses(&after, before, would, action);
    after
}

/// Checks that each resource has the last status that was reported of it.
fn check_statuses(after: &TableRows, before: &TableRows, would: &Value, action: &str) {
    let mut last = BTreeMap::new();
    for change in would["statuses"].as_array().expect("a list") {
        last.insert(text(&change["resource"]), text(&change["to"]));
    }
    for (resource, status) in last {
        let (_, id) = resource.split_once(':').expect("an id");
        let is_shown = if before.has_cell(id) {
            after.has_added(before, &[id, status])
        } else {
            after.has_added(before, &[status])
        };
        assert!(is_shown, "{action}: {resource} is not {status}");
    }
}

/// Checks that the action answers what its dry run said, apart from what each of the two makes anew.
fn check_answer(before: &TableRows, said: &Value, done: &Value, place: &str) {
    match (said, done) {
        // The answer of an action of several transactions is not always known before.
        (Value::Null, _) if !place.contains('.') => {}
        (Value::Object(members), _) => {
            for (name, said) in members {
                check_answer(before, said, &done[name.as_str()], &format!("{place}.{name}"));
            }
        }
        (Value::Array(said), Value::Array(done)) => {
            assert_eq!(said.len(), done.len(), "{place}");
            for (at, (said, done)) in said.iter().zip(done).enumerate() {
                check_answer(before, said, done, &format!("{place}.{at}"));
            }
        }
        (Value::String(said), Value::String(done)) => {
            let are_instants = [said, done].iter().all(|text| text.parse::<Time>().is_ok());
            if said != NOT_YET && !are_instants {
                assert_eq!(without_new_ids(before, said), without_new_ids(before, done), "{place}");
            }
        }
        (said, done) => assert_eq!(said, done, "{place}"),
    }
}

/// Returns the lines of a list of a report, sorted, without new ids.
fn lines(before: &TableRows, would: &Value, name: &str, line: impl Fn(&Value) -> String) -> Vec<String> {
    let items = would[name].as_array().expect("a list");
    let mut lines: Vec<String> = items.iter().map(|item| without_new_ids(before, &line(item))).collect();
    lines.sort();
    lines
}

/// Replaces the ids that no row had before: a dry run and its action choose different ones.
fn without_new_ids(before: &TableRows, line: &str) -> String {
    let known_or_new = |word: &str| match word.split_once(':') {
        Some((kind, id)) if id.parse::<Uuid>().is_ok() && !before.has_cell(id) => format!("{kind}:new"),
        _ => word.to_owned(),
    };
    line.split(' ').map(known_or_new).collect::<Vec<_>>().join(" ")
}
