//! The trials.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use super::changes::{Change, Tampering};
use super::judgement::Outcome;
use super::not_covered::LINES;
use super::site::Site;
use crate::harness::Setup;

/// Where chance begins; another seed tries other rows and values.
const SEED: u64 = 20_251_122;
/// How often each change is tried that a table allows.
const TRIES: u64 = 2;
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

/// The planted fault: where every code is believed, changes go unnoticed that are on no list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_believes_every_code_is_found_out() {
    let site = Site::new(Setup::Sqlite).await;
    site.planted.is_on.store(true, Ordering::Release);
    let found = Trials::of_each(&site).await;
    let tables: BTreeSet<&str> = found.unlisted.iter().map(|one| one.table.name.as_str()).collect();
    for table in ["external_account", "ledger_balance", "payment", "quote"] {
        assert!(tables.contains(table), "nothing of {table} among {tables:?}");
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
    let found = Trials::of_each(&site).await;
    let unlisted: Vec<String> = found.unlisted.iter().map(ToString::to_string).collect();
    assert_eq!(unlisted, Vec::<String>::new(), "unnoticed, and on no list");
    let together = together(&site).await;
    assert_eq!(together, Vec::<String>::new(), "unnoticed, and not only what is listed");
    let everything = site.judge.put_back(&site.tables, &site.judge.earlier).await;
    assert_eq!(everything, Outcome::Named, "the anchors know more");
    let newest = site.judge.put_back(&site.tables, &site.at_the_head).await;
    assert_eq!(newest, Outcome::Unnoticed, "this is the last line of the list");
    println!("Not covered are:");
    for line in LINES {
        println!("- {}", line.text);
    }
    let unneeded: Vec<&str> = LINES
        .iter()
        .take(LINES.len() - 1)
        .map(|line| line.text)
        .filter(|text| !found.listed.contains(text))
        .collect();
    assert_eq!(unneeded, Vec::<&str>::new(), "listed, but noticed");
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
    outcomes: BTreeMap<String, usize>,
}

impl Trials {
    /// Every change that any table allows.
    async fn of_each(site: &Site) -> Self {
        let mut trials = Self::default();
        let mut dice = SEED;
        for table in &site.tables {
            for change in Tampering::every(table) {
                for _ in 0..tries(change) {
                    dice = next(dice);
                    let tampering = Tampering { table: table.clone(), change, dice };
                    let outcome = site.judge.judge(std::slice::from_ref(&tampering)).await;
                    *trials.outcomes.entry(format!("{outcome:?}")).or_default() += 1;
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

    fn sort_in(&mut self, tampering: Tampering) {
        let mut lines = LINES.iter().filter(|line| (line.says)(&tampering)).peekable();
        if lines.peek().is_none() {
            self.unlisted.push(tampering);
        } else {
            self.listed.extend(lines.map(|line| line.text));
        }
    }
}

/// A row is chosen among many, a column is what it is.
const fn tries(change: Change) -> u64 {
    match change {
        Change::Column(_) => TRIES,
        Change::Copied | Change::Twin | Change::Deleted | Change::PutBack | Change::Unmade => 4 * TRIES,
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
