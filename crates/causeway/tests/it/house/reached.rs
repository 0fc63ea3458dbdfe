//! Every value of the enumerations of money 8 to 10 and 14 must be reached by a test: a status, reason or
//! event of the interface that never occurs would be an unkept promise.
//!
//! `reached.toml` names one test for each value. The test must be one of this binary, and its code must
//! contain the value as a string, so that removing the assertion requires naming another test. Values that no
//! test reaches are listed there with a reason; that list may only shrink.

use std::collections::BTreeMap;

use causeway_domain::payments::{
    IncomingFailure, OutgoingFailure, PendingReason, RefundReason, RefundStatus, TransactionStatus,
};
use causeway_domain::quotes::QuoteStatus;
use causeway_wire::webhooks::EventType;
use serde::Deserialize;

use super::journeys::tests_of_this_binary;
use super::lexer::Kind;
use super::source::{Source, end_of_item, root, sources};

const LIST: &str = "crates/causeway/tests/it/reached.toml";

/// Folder of this binary's tests.
const TESTS: &str = "crates/causeway/tests/it/";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// Number of values that no test reaches. It has to be changed together with the entries, so that a new
    /// one is noticed.
    unreached_count: usize,
    /// Name of the enumeration → value → path of a test, without its setup.
    reached: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    unreached: Vec<UnreachedValue>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnreachedValue {
    list: String,
    value: String,
    reason: String,
}

/// Returns the enumerations, by their names in the file.
fn closed_lists() -> BTreeMap<&'static str, Vec<&'static str>> {
    let statuses = || TransactionStatus::ALL.iter().map(|value| value.as_str()).collect();
    let events = EventType::ALL.iter().map(|value| value.as_str()).filter(|name| is_of_money(name));
    BTreeMap::from([
        ("outgoing_status", statuses()),
        ("incoming_status", statuses()),
        ("quote_status", QuoteStatus::ALL.iter().map(|value| value.as_str()).collect()),
        ("outgoing_failure", OutgoingFailure::ALL.iter().map(|value| value.as_str()).collect()),
        ("incoming_failure", IncomingFailure::ALL.iter().map(|value| value.as_str()).collect()),
        ("pending_reason", PendingReason::ALL.iter().map(|value| value.as_str()).collect()),
        ("refund_status", RefundStatus::ALL.iter().map(|value| value.as_str()).collect()),
        ("refund_reason", RefundReason::ALL.iter().map(|value| value.as_str()).collect()),
        ("event", events.collect()),
    ])
}

/// Returns `true` for the events of money 14.
fn is_of_money(event: &str) -> bool {
    let areas = ["OUTGOING_PAYMENT.", "INCOMING_PAYMENT.", "INTERNAL_ACCOUNT.", "EXTERNAL_ACCOUNT."];
    areas.iter().any(|area| event.starts_with(area))
}

fn check(
    list: &List,
    lists: &BTreeMap<&'static str, Vec<&'static str>>,
    tests: &[String],
    sources: &[Source],
) -> Vec<String> {
    let mut found = Vec::new();
    let nothing = BTreeMap::new();
    for (name, values) in lists {
        let reached = list.reached.get(*name).unwrap_or(&nothing);
        for value in values {
            let excused = list.unreached.iter().any(|entry| entry.list == *name && entry.value == *value);
            match (reached.get(*value), excused) {
                (None, true) => {}
                (None, false) => found.push(format!("{name} {value}: no test reaches it")),
                (Some(_), true) => found.push(format!("{name} {value}: reached, and listed as unreached")),
                (Some(test), false) => found.extend(judge(name, value, test, tests, sources)),
            }
        }
        found.extend(strangers(name, reached.keys(), values));
    }
    for entry in &list.unreached {
        let known = lists.get(entry.list.as_str()).is_some_and(|values| values.contains(&&*entry.value));
        if !known || entry.reason.len() < 20 {
            found.push(format!("{} {}: is no value, or without a reason", entry.list, entry.value));
        }
    }
    found.extend(strangers("reached", list.reached.keys(), &lists.keys().copied().collect::<Vec<_>>()));
    if list.unreached.len() != list.unreached_count {
        found.push(format!(
            "unreached_count is {}, there are {}",
            list.unreached_count,
            list.unreached.len()
        ));
    }
    found
}

/// Finds entries with values that do not exist.
fn strangers<'a>(name: &str, keys: impl Iterator<Item = &'a String>, known: &[&str]) -> Vec<String> {
    let strange = keys.filter(|key| !known.contains(&key.as_str()));
    strange.map(|key| format!("{name} {key}: there is no such value")).collect()
}

/// Returns the fault in the test named for a value, if any.
fn judge(list: &str, value: &str, test: &str, tests: &[String], sources: &[Source]) -> Option<String> {
    let in_a_way = format!("{test}::");
    if !tests.iter().any(|known| known == test || known.starts_with(&in_a_way)) {
        return Some(format!("{list} {value}: {test} is no test"));
    }
    if says(test, value, sources) {
        return None;
    }
    Some(format!("{list} {value}: {test} does not name it"))
}

/// Returns `true` if the code of a test contains the text.
fn says(test: &str, value: &str, sources: &[Source]) -> bool {
    let Some((module, function)) = test.rsplit_once("::") else { return false };
    let path = format!("{TESTS}{}.rs", module.replace("::", "/"));
    let Some(source) = sources.iter().find(|source| source.path == path) else { return false };
    let begins = |at: &usize| {
        source.code[*at].is("fn") && source.code.get(at + 1).is_some_and(|name| name.is(function))
    };
    let Some(begin) = (0..source.code.len()).find(begins) else { return false };
    let body = &source.code[begin..end_of_item(&source.code, begin)];
    body.iter().any(|token| matches!(&token.kind, Kind::Text(text) if text == value))
}

#[test]
fn every_status_reason_and_event_of_money_is_reached() {
    let text = std::fs::read_to_string(root().join(LIST)).expect("the list of what is reached");
    let list: List = toml::from_str(&text).expect("the form of the list of what is reached");
    let found = check(&list, &closed_lists(), &tests_of_this_binary(), sources());
    assert!(found.is_empty(), "{LIST}:\n{}", found.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "unreached_count = 1\n[reached.light]\nRED = \"roads::crossing::stops\"\n";
    const EXCUSE: &str =
        "[[unreached]]\nlist = \"light\"\nvalue = \"BLUE\"\nreason = \"no lamp shines like this\"\n";

    fn found(list: &str, code: &str) -> Vec<String> {
        let list: List = toml::from_str(list).unwrap();
        let lists = BTreeMap::from([("light", vec!["RED", "BLUE"])]);
        let source = Source::new("crates/causeway/tests/it/roads/crossing.rs", code);
        check(&list, &lists, &["roads::crossing::stops::sqlite".to_owned()], &[source])
    }

    const CODE: &str = "async fn goes() { is(\"BLUE\") } async fn stops(s) { if s { is(\"RED\"); } }";

    #[test]
    fn each_value_is_named_by_its_test_or_excused() {
        let whole = format!("{HEAD}{EXCUSE}");
        assert!(found(&whole, CODE).is_empty(), "{:?}", found(&whole, CODE));
        let dropped = found(&whole, "async fn stops(s) {} async fn goes() { is(\"RED\") }");
        assert_eq!(dropped, ["light RED: roads::crossing::stops does not name it"]);
        let gone = found(&whole.replace("stops", "waits"), CODE);
        assert_eq!(gone, ["light RED: roads::crossing::waits is no test"]);
        let forgotten = found(&HEAD.replace('1', "0"), CODE);
        assert_eq!(forgotten, ["light BLUE: no test reaches it"]);
    }

    #[test]
    fn unknown_and_contradictory_entries_are_found() {
        let both = format!("{HEAD}BLUE = \"roads::crossing::stops\"\n{EXCUSE}");
        assert_eq!(found(&both, CODE), ["light BLUE: reached, and listed as unreached"]);
        let strange = format!("{HEAD}GREEN = \"roads::crossing::stops\"\n{EXCUSE}");
        assert_eq!(found(&strange, CODE), ["light GREEN: there is no such value"]);
        let miscounted = format!("{HEAD}{EXCUSE}").replace("count = 1", "count = 2");
        assert_eq!(found(&miscounted, CODE), ["unreached_count is 2, there are 1"]);
        let unreasoned = format!("{HEAD}{EXCUSE}").replace("no lamp shines like this", "because");
        assert_eq!(found(&unreasoned, CODE), ["light BLUE: is no value, or without a reason"]);
    }
}
