//! The journeys of the interface, each of which must have a test on every listed setup.
//!
//! The tests of journey `J9` of the interface's file `money` have a path with a part that begins with
//! `money_j09_` and, for each setup, a part with its name: `quotes::money_j09_payout::postgres`. Missing ones
//! are listed in `journeys.toml` with a reason; that list may only shrink.

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;

use super::source::{root, sources};

const LIST: &str = "crates/causeway/tests/it/journeys.toml";

/// Value of `steps` for the whole journey.
const ALL: &str = "all";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// Setups on which each journey must run.
    setups: Vec<String>,
    /// Number of pending entries. It has to be changed together with the entries, so that a new one is
    /// noticed.
    pending_count: usize,
    /// File of the interface → number → title.
    journeys: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    pending: Vec<Pending>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    /// Such as `money J9`.
    journey: String,
    /// Missing steps: `all`, or their names in the interface.
    steps: String,
    waits_for: String,
    /// The operationId they wait for, if any. When its file exists, the steps must be tested.
    operation: Option<String>,
}

/// Returns the beginning of a test's name, `money_j09_` for `money J9`.
fn beginning(file: &str, number: &str) -> String {
    let letters = number.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &number[letters.len()..];
    format!("{file}_{}{digits:0>2}_", letters.to_lowercase())
}

/// Returns `true` if a part of a test's path has the form of a journey's name, with any file and number.
fn looks_like_journey(part: &str, files: &BTreeMap<String, BTreeMap<String, String>>) -> bool {
    files.keys().any(|file| {
        let rest =
            part.strip_prefix(file.as_str()).and_then(|rest| rest.strip_prefix('_')).unwrap_or_default();
        let bytes = rest.as_bytes();
        let letters =
            bytes.iter().take_while(|byte| matches!(byte, b'j' | b'k' | b'u' | b'w' | b'a' | b'b')).count();
        let begins = bytes.first().is_some_and(|first| matches!(first, b'j' | b'k' | b'u' | b'w'));
        let digits = bytes.iter().skip(letters).take(2);
        begins && letters <= 2 && bytes.len() > letters + 2 && digits.clone().all(u8::is_ascii_digit)
    })
}

fn check(list: &List, tests: &[String], built: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut known = Vec::new();
    for (file, journeys) in &list.journeys {
        for number in journeys.keys() {
            let name = format!("{file} {number}");
            let beginning = beginning(file, number);
            let walks: Vec<&String> = tests
                .iter()
                .filter(|test| test.split("::").any(|part| part.starts_with(&beginning)))
                .collect();
            let waits = list.pending.iter().any(|entry| entry.journey == name && entry.steps == ALL);
            if waits && !walks.is_empty() {
                found.push(format!("{name} is walked by {}: take it off the pending list", walks[0]));
            }
            let walked_on =
                |setup: &String| walks.iter().any(|test| test.split("::").any(|part| part == setup));
            for setup in list.setups.iter().filter(|setup| !waits && !walked_on(setup)) {
                found.push(format!("{name} has no test {beginning}… on {setup}"));
            }
            known.push((name, beginning));
        }
    }
    for part in tests.iter().flat_map(|test| test.split("::")) {
        let is_known = known.iter().any(|(_, beginning)| part.starts_with(beginning));
        if looks_like_journey(part, &list.journeys) && !is_known {
            found.push(format!("{part} walks a journey that is not on the list"));
        }
    }
    found.extend(list.pending.iter().flat_map(|entry| judge(entry, &known, &built)));
    if list.pending.len() != list.pending_count {
        found.push(format!("pending_count is {}, there are {}", list.pending_count, list.pending.len()));
    }
    found
}

fn judge(entry: &Pending, known: &[(String, String)], built: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let journey = &entry.journey;
    if known.iter().all(|(name, _)| name != journey) {
        found.push(format!("{journey} is pending and not on the list"));
    }
    if entry.steps.is_empty() || entry.waits_for.len() < 10 {
        found.push(format!("{journey}: a pending entry names its steps and what they wait for"));
    }
    if let Some(operation) = entry.operation.as_deref().filter(|operation| built(operation)) {
        found.push(format!("{journey}, {}: {operation} is there: walk it", entry.steps));
    }
    found
}

/// Returns the file name of an operation, `create_customer` for `createCustomer`.
fn file_name(operation: &str) -> String {
    let mut name = String::new();
    for c in operation.chars() {
        if c.is_uppercase() {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// Returns the tests of this binary, as listed by its own test runner.
pub(super) fn tests_of_this_binary() -> Vec<String> {
    let listed = Command::new(std::env::current_exe().expect("the path of this binary"))
        .args(["--list", "--format=terse"])
        .output()
        .expect("this binary runs");
    let listed = String::from_utf8(listed.stdout).expect("names of tests are UTF-8");
    listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

#[test]
fn journeys_are_walked_or_pending() {
    let text = std::fs::read_to_string(root().join(LIST)).expect("the list of journeys");
    let list: List = toml::from_str(&text).expect("the form of the list of journeys");
    let sources = sources();
    let built = |operation: &str| {
        let file = format!("{}.rs", file_name(operation));
        sources.iter().any(|source| source.path.starts_with("crates/service/src/") && source.name() == file)
    };
    let tests = tests_of_this_binary();
    assert!(tests.iter().any(|test| test.ends_with("journeys_are_walked_or_pending")), "{tests:?}");
    let found = check(&list, &tests, built);
    assert!(found.is_empty(), "{LIST}:\n{}", found.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pending: &str) -> List {
        let count = pending.matches("[[pending]]").count();
        let head = "setups = [\"sqlite\", \"postgres\"]\n";
        let journeys = "[journeys.money]\nJ1 = \"Provisioning\"\nJ12 = \"Idempotent create\"\n";
        toml::from_str(&format!("{head}pending_count = {count}\n{journeys}{pending}")).unwrap()
    }

    fn tests(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    const BOTH: &[&str] = &[
        "a::money_j01_provisioning::sqlite",
        "a::money_j01_provisioning::postgres",
        "a::money_j12_create::sqlite",
        "a::money_j12_create::postgres",
    ];

    fn pending(steps: &str, rest: &str) -> String {
        format!(
            "[[pending]]\njourney = \"money J12\"\nsteps = \"{steps}\"\nwaits_for = \"something later\"\n{rest}"
        )
    }

    #[test]
    fn each_journey_is_walked_in_each_way() {
        assert!(check(&list(""), &tests(BOTH), |_| false).is_empty());
        let found = check(&list(""), &tests(&BOTH[..3]), |_| false);
        assert_eq!(found, ["money J12 has no test money_j12_… on postgres"]);
    }

    #[test]
    fn a_tested_journey_must_not_be_pending() {
        let journeys = list(&pending("all", ""));
        assert!(check(&journeys, &tests(&BOTH[..2]), |_| false).is_empty());
        assert_eq!(check(&journeys, &tests(BOTH), |_| false).len(), 1);
        assert!(check(&list(&pending("2", "")), &tests(BOTH), |_| false).is_empty());
    }

    #[test]
    fn steps_wait_only_until_their_operation_is_there() {
        let journeys = list(&pending("2", "operation = \"createQuote\"\n"));
        assert!(check(&journeys, &tests(BOTH), |_| false).is_empty());
        assert_eq!(check(&journeys, &tests(BOTH), |operation| operation == "createQuote").len(), 1);
        assert_eq!(file_name("createQuote"), "create_quote");
    }

    #[test]
    fn unknown_journeys_and_a_wrong_count_are_found() {
        let mut strange = tests(BOTH);
        strange.push("a::money_j99_x::sqlite".to_owned());
        assert_eq!(
            check(&list(""), &strange, |_| false),
            ["money_j99_x walks a journey that is not on the list"]
        );
        let mut miscounted = list("");
        miscounted.pending_count = 1;
        assert_eq!(check(&miscounted, &tests(BOTH), |_| false), ["pending_count is 1, there are 0"]);
        let stray = list(&pending("all", "").replace("J12", "J77"));
        assert!(
            check(&stray, &tests(BOTH), |_| false)
                .contains(&"money J77 is pending and not on the list".into())
        );
    }
}
