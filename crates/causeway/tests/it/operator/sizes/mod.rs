//! The cost of operators' searches, lists and shows on a store with many rows, counted in statements and in rows
//! read (conventions 2.3). Times are measured by `cargo xtask operator-times` instead.

mod lines;
mod lists;
mod rows;
mod searches;
mod seeded;
mod shows;

use std::collections::BTreeSet;

use causeway_domain::search::{Reading, TermClass, readings};
use causeway_service::operator::{Effect, NOUNS};

use self::lines::Line;
use self::seeded::SeededService;
use crate::harness::Setup;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    check(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    check(Setup::Postgres).await;
}

fn lines() -> impl Iterator<Item = &'static Line> {
    lists::LINES.iter().chain(shows::LINES).chain(searches::LINES)
}

/// Runs all lines on one store, and reports all that cost too much.
async fn check(setup: Setup) {
    let seeded = SeededService::start(setup).await;
    let mut faults = Vec::new();
    for line in lines() {
        faults.extend(seeded.faults_of(line).await);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Checks that each action that only looks is counted here, or has a reason why it is not.
#[test]
fn every_action_that_looks_has_a_line() {
    let looking = NOUNS.iter().flat_map(|noun| &noun.actions);
    let looking = looking.filter(|action| action.effect == Effect::Read);
    let looking: BTreeSet<String> =
        looking.map(|action| format!("{} {}", action.noun, action.verb)).collect();
    let counted: BTreeSet<String> = lines().map(|line| line.action.to_owned()).collect();
    let others: BTreeSet<String> = lines::OTHERS.iter().map(|other| other.action.to_owned()).collect();
    let missing: Vec<_> = looking.difference(&counted).filter(|action| !others.contains(*action)).collect();
    assert!(missing.is_empty(), "give these a line in lists.rs or shows.rs: {missing:?}");
    let stale: Vec<_> =
        others.iter().filter(|other| counted.contains(*other) || !looking.contains(*other)).collect();
    assert!(stale.is_empty(), "take these out of OTHERS: {stale:?}");
    assert!(lines::OTHERS.iter().all(|other| !other.reason.is_empty()));
}

/// Checks that the searches cover each class of terms, and each other reading of a text.
#[test]
fn every_class_of_search_terms_is_searched() {
    let mut classes = BTreeSet::new();
    let mut others = BTreeSet::new();
    for reading in searches::texts().iter().flat_map(|text| readings(text)) {
        match reading {
            Reading::Term(term) => classes.insert(term.class().as_str()),
            Reading::Amounts(_) => classes.insert(TermClass::Amount.as_str()),
            Reading::PhoneEnd(_) => classes.insert(TermClass::PhoneEnd.as_str()),
            Reading::IdEnd(_) => classes.insert(TermClass::Id.as_str()),
            Reading::Words(_) => classes.insert(TermClass::Name.as_str()),
            Reading::TextWords(_) => classes.insert(TermClass::Text.as_str()),
            other => others.insert(other.about()),
        };
    }
    let all: BTreeSet<&str> = TermClass::ALL.iter().map(|class| class.as_str()).collect();
    assert_eq!(classes, all);
    for about in ["id", "UMA address"] {
        assert!(others.contains(about), "{others:?}");
    }
}
