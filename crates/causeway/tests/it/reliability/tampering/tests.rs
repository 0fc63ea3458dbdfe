//! The trials.

use std::path::Path;

use causeway_store::Error;
use causeway_store::ledger::Anchors;

use super::catalogue::Table;
use super::cell::CellValue;
use super::changes::Tampering;
use super::judgement::Outcome;
use super::members::{OF_STATE, names};
use super::not_covered::{group_of, print};
use super::site::Site;
use super::trials::{Extent, SEED, Trials, misnamed, next};
use crate::harness::{Service, Setup, seed};

/// Rounds of several changes at once.
const TOGETHER: u64 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    every_change_is_noticed_or_listed(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    every_change_is_noticed_or_listed(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_of_uncovered_changes_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/internals/not-covered.md");
    for setup in [Setup::Sqlite, Setup::Postgres] {
        let printed = print(&tables(setup).await);
        if setup == Setup::Sqlite && std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, &printed).unwrap();
        }
        let document = std::fs::read_to_string(&path).unwrap_or_default();
        let difference = document.lines().zip(printed.lines()).find(|(old, new)| old != new);
        assert!(
            document == printed,
            "docs/internals/not-covered.md differs, first here: {difference:?}; see the head of that file"
        );
    }
}

/// Returns the schema as an engine reports it.
async fn tables(setup: Setup) -> Vec<Table> {
    let mut service = Service::start(setup).await;
    let read = service.app().store.read(move |tx| Table::all(tx, setup));
    let tables = read.await.map_err(|error: Error| error).unwrap();
    service.stop_background().await;
    tables
}

async fn every_change_is_noticed_or_listed(setup: Setup) {
    let site = Site::new(setup).await;
    assert!(site.judge.finds_nothing().await, "the judge finds no damage before a change");
    assert_eq!(site.judge.judge(&[]).await, Outcome::Unnoticed, "no fault is found without a change");
    every_member_is_known(&site).await;
    let extent = Extent::of(setup);
    let found = Trials::of_each(&site, extent).await;
    let mut wrong = misnamed(&site);
    wrong.extend(found.wrong());
    if extent == Extent::Whole {
        wrong.extend(found.unneeded());
    }
    wrong.extend(together(&site).await.into_iter().map(|one| format!("{one}: unnoticed together")));

    let judge = &site.judge;
    let nothing = Anchors::default();
    for (then, anchors, expected) in [
        (&*judge.earlier, &judge.anchors, Outcome::Named),
        // Only the anchors know more.
        (&*judge.earlier, &nothing, Outcome::Unnoticed),
        // The list says that the newest journals can be taken back.
        (&site.at_the_head, &judge.anchors, Outcome::Unnoticed),
    ] {
        let outcome = judge.put_back(&site.tables, then, anchors).await;
        if outcome != expected {
            wrong.push(format!("everything is put back: {outcome:?}, not {expected:?}"));
        }
    }

    assert!(wrong.is_empty(), "seed {}: {wrong:#?}", seed());
    for outcome in extent.outcomes() {
        assert!(found.outcomes.contains_key(outcome), "{:?}", found.outcomes);
    }
    println!("{:?}", found.outcomes);
}

/// Checks that all members in the states of payments are among those that are changed.
async fn every_member_is_known(site: &Site) {
    let payments = site.tables.iter().find(|table| table.name == "payment_state").expect("a table").clone();
    let state = payments.columns.iter().position(|column| column.name == "state").expect("a column");
    let read = site.judge.app.store.read(move |tx| payments.rows(tx));
    for row in read.await.map_err(|error: Error| error).unwrap() {
        let CellValue::Json(document) = &row.cells[state] else { panic!("a document: {row:?}") };
        for name in names(document) {
            let is_known = name == "v" || OF_STATE.iter().any(|member| member.path == name);
            assert!(is_known, "{name} of a payment's state is never changed");
        }
    }
}

/// Makes two or three changes at once, as an attacker would who wants one to hide the other.
async fn together(site: &Site) -> Vec<String> {
    let mut dice = SEED;
    let mut unnoticed = Vec::new();
    for round in 0..TOGETHER {
        let mut changes = Vec::new();
        for _ in 0..2 + round % 2 {
            dice = next(dice);
            let table = &site.tables[usize::try_from(dice).unwrap_or(0) % site.tables.len()];
            let every = Tampering::every(table);
            dice = next(dice);
            let change = every[usize::try_from(dice).unwrap_or(0) % every.len()];
            changes.push(Tampering { table: table.clone(), change, dice: next(dice) });
        }
        let is_listed = changes.iter().all(|one| group_of(one).is_some());
        let outcome = site.judge.judge(&changes).await;
        let is_revival = changes.iter().any(Tampering::revives_a_token);
        let is_bad = match outcome {
            Outcome::BrokeOff => true,
            Outcome::Won => !is_revival,
            Outcome::Unnoticed => !is_listed,
            Outcome::Impossible
            | Outcome::RefusedByTheSchema
            | Outcome::RefusedWhenUsed
            | Outcome::Named
            | Outcome::NamedAndUsed => false,
        };
        if is_bad {
            unnoticed.push(changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        }
    }
    unnoticed
}
