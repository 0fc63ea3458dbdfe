//! The trials.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use causeway_store::Error;
use causeway_store::ledger::Anchors;

use super::changes::{Change, Tampering};
use super::held::Held;
use super::judgement::Outcome;
use super::members::{OF_STATE, names};
use super::not_covered::LINES;
use super::site::Site;
use crate::harness::Setup;

/// Where chance begins; another seed tries other rows and values.
const SEED: u64 = 20_251_122;
/// How often each change is tried that a table allows: on PostgreSQL, where each look at the whole takes longer, once.
const fn tries_of(setup: Setup) -> u64 {
    match setup {
        Setup::Sqlite => 2,
        Setup::Postgres | Setup::TwoProcesses => 1,
    }
}
/// How many times several changes are made together.
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
async fn who_believes_every_code_is_found_out_on_sqlite() {
    who_believes_every_code_is_found_out(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_believes_every_code_is_found_out_on_postgres() {
    who_believes_every_code_is_found_out(Setup::Postgres).await;
}

/// The planted fault: where every code is believed, changes go unnoticed that are on no list, of every table whose rows
/// carry one.
async fn who_believes_every_code_is_found_out(setup: Setup) {
    let site = Site::new(setup).await;
    site.planted.is_on.store(true, Ordering::Release);
    for table in site.tables.iter().filter(|table| table.is_authenticated()) {
        let mut dice = SEED;
        let mut is_found_out = false;
        let every = Tampering::every(table);
        for change in every.iter().copied().cycle().take(8 * every.len()) {
            dice = next(dice);
            let tampering = Tampering { table: table.clone(), change, dice };
            let is_listed = LINES.iter().any(|line| (line.says)(&tampering));
            let outcome = site.judge.judge(std::slice::from_ref(&tampering)).await;
            is_found_out = match outcome {
                Outcome::Unnoticed => !is_listed,
                Outcome::Won => !tampering.revives_a_token(),
                _ => false,
            };
            if is_found_out {
                break;
            }
        }
        assert!(is_found_out, "nothing of {} goes unnoticed", table.name);
    }
}

/// The list in `docs/operating.md` is the one that the trials hold.
#[test]
fn the_document_lists_what_is_not_covered() {
    let document = include_str!("../../../../../../docs/operating.md");
    let (_, list) = document.split_once("Not covered are:\n\n").expect("the list");
    let (list, _) = list.split_once("\n\n").expect("its end");
    let lines: Vec<String> =
        list.split("- ").skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(lines, LINES.iter().map(|line| line.text).collect::<Vec<_>>());
}

async fn every_change_is_noticed_or_listed(setup: Setup) {
    let site = Site::new(setup).await;
    assert_eq!(
        site.judge.judge(&[]).await,
        Outcome::Unnoticed,
        "nothing is wrong before anything is changed"
    );
    every_member_is_known(&site).await;
    let mut found = Trials::of_each(&site, tries_of(setup)).await;
    let mut wrong: Vec<String> =
        found.unlisted.iter().map(|one| format!("{one}: unnoticed, and on no list")).collect();
    wrong.extend(found.untouched(&site));
    let unneeded = LINES.iter().take(LINES.len() - 1).filter(|line| !found.listed.contains(line.text));
    wrong.extend(unneeded.map(|line| format!("{}: listed, but noticed", line.text)));
    wrong.extend(together(&site).await.into_iter().map(|one| format!("{one}: unnoticed together")));
    let (judge, nothing) = (&site.judge, Anchors::default());
    for (then, anchors, expected) in [
        (&*judge.earlier, &judge.anchors, Outcome::Named),
        // The anchors alone know more.
        (&*judge.earlier, &nothing, Outcome::Unnoticed),
        // This is the last line of the list.
        (&site.at_the_head, &judge.anchors, Outcome::Unnoticed),
    ] {
        let outcome = judge.put_back(&site.tables, then, anchors).await;
        if outcome != expected {
            wrong.push(format!("everything is put back: {outcome:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    println!("Not covered are:");
    for line in LINES {
        println!("- {}", line.text);
    }
    for outcome in [Outcome::Named, Outcome::RefusedWhenUsed, Outcome::RefusedByTheSchema] {
        assert!(found.outcomes.contains_key(&format!("{outcome:?}")), "{:?}", found.outcomes);
    }
    println!("{:?}", found.outcomes);
}

/// What each change by itself has come to.
#[derive(Default)]
struct Trials {
    unlisted: Vec<Tampering>,
    listed: BTreeSet<&'static str>,
    /// Tables in which something could be changed.
    touched: BTreeSet<String>,
    outcomes: BTreeMap<String, usize>,
}

impl Trials {
    /// Every change that any table allows.
    async fn of_each(site: &Site, tries_of_column: u64) -> Self {
        let mut trials = Self::default();
        let mut dice = SEED;
        for table in &site.tables {
            for change in Tampering::every(table) {
                for _ in 0..tries_of_column * places(change) {
                    dice = next(dice);
                    let tampering = Tampering { table: table.clone(), change, dice };
                    let outcome = site.judge.judge(std::slice::from_ref(&tampering)).await;
                    *trials.outcomes.entry(format!("{outcome:?}")).or_default() += 1;
                    if outcome != Outcome::Impossible {
                        trials.touched.insert(table.name.clone());
                    }
                    match outcome {
                        Outcome::Unnoticed => trials.sort_in(tampering),
                        Outcome::Won if tampering.revives_a_token() => trials.sort_in(tampering),
                        Outcome::Won | Outcome::BrokeOff => trials.unlisted.push(tampering),
                        Outcome::Impossible
                        | Outcome::RefusedByTheSchema
                        | Outcome::RefusedWhenUsed
                        | Outcome::Named => {}
                    }
                }
            }
        }
        trials
    }

    /// What is wrong with tables without rows: each is on the list as it is, and carries no codes.
    fn untouched(&mut self, site: &Site) -> Vec<String> {
        let mut wrong = Vec::new();
        for table in site.tables.iter().filter(|table| !self.touched.contains(&table.name)) {
            if table.is_authenticated() {
                wrong.push(format!("{} carries codes, and has no row here", table.name));
            }
            for change in Tampering::every(table) {
                let tampering = Tampering { table: table.clone(), change, dice: SEED };
                match LINES.iter().find(|line| (line.says)(&tampering)) {
                    Some(line) => drop(self.listed.insert(line.text)),
                    None => wrong.push(format!("{tampering}: never tried, and on no list")),
                }
            }
        }
        wrong
    }

    fn sort_in(&mut self, tampering: Tampering) {
        let mut lines = LINES.iter().filter(|line| (line.says)(&tampering)).peekable();
        if lines.peek().is_none() {
            self.unlisted.push(tampering);
        } else {
            self.listed.extend(lines.map(|line| line.text));
        }
    }
}

/// What stands in the states of payments is among the members that are changed.
async fn every_member_is_known(site: &Site) {
    let payments = site.tables.iter().find(|table| table.name == "payment").expect("a table").clone();
    let state = payments.columns.iter().position(|column| column.name == "state").expect("a column");
    let read = site.judge.app.store.read(move |tx| payments.rows(tx));
    for row in read.await.map_err(|error: Error| error).unwrap() {
        let Held::Json(document) = &row.cells[state] else { panic!("a document: {row:?}") };
        for name in names(document) {
            let is_known = name == "v" || OF_STATE.iter().any(|member| member.path == name);
            assert!(is_known, "{name} of a payment's state is never changed");
        }
    }
}

/// A row is chosen among many, a column is what it is.
const fn places(change: Change) -> u64 {
    match change {
        Change::Column(_) | Change::Filled(_) | Change::Emptied(_) | Change::Member(..) => 1,
        Change::Copied | Change::Twin | Change::Deleted | Change::PutBack | Change::Unmade => 4,
    }
}

/// Two or three changes at once, as somebody makes them who wants one to hide the other.
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
        let is_listed = changes.iter().all(|one| LINES.iter().any(|line| (line.says)(one)));
        let outcome = site.judge.judge(&changes).await;
        let is_revival = changes.iter().any(Tampering::revives_a_token);
        let is_bad = match outcome {
            Outcome::BrokeOff => true,
            Outcome::Won => !is_revival,
            Outcome::Unnoticed => !is_listed,
            Outcome::Impossible | Outcome::RefusedByTheSchema | Outcome::RefusedWhenUsed | Outcome::Named => {
                false
            }
        };
        if is_bad {
            unnoticed.push(changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        }
    }
    unnoticed
}

/// The next number after this one, without an order that one would see.
const fn next(dice: u64) -> u64 {
    let mixed = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    mixed ^ (mixed >> 29)
}
