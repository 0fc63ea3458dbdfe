//! The simulation finds nothing in the service as it is, finds what is planted, and repeats itself.

use causeway_simulation::{Counts, Engine, run};
use causeway_store::Defect;

/// Long enough to meet every kind of operation, and short enough for every test run.
const STEPS: u32 = 200;

/// Seeds that each notice a defect.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=4;

/// Seeds of which one must notice a defect of what is rare, in runs of so many steps.
const SEEDS_OF_RARE: std::ops::RangeInclusive<u64> = 1..=8;
const STEPS_OF_RARE: u32 = 3_000;

/// What a seed notices first.
fn noticed(defect: Defect, seed: u64, steps: u32) -> Option<String> {
    run(Engine::Sqlite, seed, steps, Some(defect), &Counts::default()).err().map(|failure| failure.what)
}

#[track_caller]
fn assert_words(defect: Defect, what: &str, words: &[&str]) {
    assert!(words.iter().any(|word| what.contains(word)), "{defect:?} was taken for {what}");
}

/// What each seed notices first has one of these words.
#[track_caller]
fn assert_noticed(defect: Defect, words: &[&str]) {
    for seed in SEEDS {
        let what = noticed(defect, seed, STEPS);
        assert!(what.is_some(), "seed {seed} does not notice {defect:?}");
        assert_words(defect, &what.unwrap_or_default(), words);
    }
}

#[test]
fn a_sound_service_comes_through_and_a_seed_gives_the_same_run_again() {
    let counts = Counts::default();
    let run =
        |seed| run(Engine::Sqlite, seed, STEPS, None, &counts).unwrap_or_else(|failure| panic!("{failure}"));
    let traces: Vec<_> = SEEDS.map(run).collect();
    assert_eq!(traces, SEEDS.map(run).collect::<Vec<_>>());
    assert_ne!(traces[0], traces[1]);
}

#[test]
fn a_sound_service_comes_through_on_postgresql() {
    let counts = Counts::default();
    run(Engine::Postgres, 1, STEPS, None, &counts).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn an_acknowledgement_before_the_commit_is_noticed() {
    // What is lost shows wherever it is met next, in any words.
    assert_noticed(Defect::AcknowledgeBeforeCommit, &[""]);
}

#[test]
fn a_dropped_event_is_noticed() {
    assert_noticed(Defect::DropOutboxRow, &["events"]);
}

#[test]
fn a_posting_without_its_last_line_is_noticed() {
    assert_noticed(Defect::PostOneLeg, &["add up", "not sound", "holds"]);
}

#[test]
fn debits_that_are_not_booked_are_noticed() {
    let defect = Defect::ForgetDebits;
    let what = SEEDS_OF_RARE.into_iter().find_map(|seed| noticed(defect, seed, STEPS_OF_RARE));
    let what = what.expect("a seed that notices that debits are forgotten");
    assert_words(defect, &what, &["CO of", "is committed to", "below zero", "holds", "not sound"]);
}

#[test]
fn money_that_is_taken_in_twice_is_noticed() {
    let defect = Defect::ForgetDepositEvents;
    // The first three notice nothing.
    let what = SEEDS_OF_RARE.skip(3).find_map(|seed| noticed(defect, seed, STEPS_OF_RARE));
    let what = what.expect("a seed that notices that an event is taken in twice");
    assert_words(defect, &what, &["taken in twice"]);
}

#[test]
fn a_forgotten_key_is_noticed() {
    assert_noticed(Defect::ForgetKey, &["expected Replay", "expected KeyReused", "twice under the key"]);
}
