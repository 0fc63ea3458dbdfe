//! Integration tests of the simulation: it finds no violation in the service, and a seed repeats its run.

use causeway_simulation::{Counts, Engine, RailSeeds, run};

/// Steps per run: enough to meet every kind of operation, few enough for every test run.
const STEPS: u32 = 200;

/// The first seeds. Runs of every fourth seed have rails.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=4;

/// Checks that rails had orders in some of the runs.
fn had_rail_orders(counts: &Counts) {
    let (orders, _) = counts.rail_ends();
    assert!(orders > 0, "no order has ended at a rail: {counts}");
}

#[test]
fn a_sound_service_comes_through_and_a_seed_gives_the_same_run_again() {
    let counts = Counts::default();
    let run = |seed| {
        let made = run(Engine::Sqlite, seed, RailSeeds::EveryFourth, STEPS, &counts);
        made.unwrap_or_else(|failure| panic!("{failure}"))
    };
    let traces: Vec<_> = SEEDS.map(run).collect();
    assert_eq!(traces, SEEDS.map(run).collect::<Vec<_>>());
    assert_ne!(traces[0], traces[1]);
    had_rail_orders(&counts);
}

#[test]
fn a_sound_service_comes_through_on_postgresql() {
    let counts = Counts::default();
    for seed in [*SEEDS.start(), *SEEDS.end()] {
        let made = run(Engine::Postgres, seed, RailSeeds::EveryFourth, STEPS, &counts);
        made.unwrap_or_else(|failure| panic!("{failure}"));
    }
    had_rail_orders(&counts);
}

#[test]
fn a_seed_without_rails_can_be_run_with_them() {
    let run = |rail_seeds| {
        let counts = Counts::default();
        let made = run(Engine::Sqlite, *SEEDS.start(), rail_seeds, STEPS, &counts);
        made.unwrap_or_else(|failure| panic!("{failure}"));
        counts
    };
    let without = run(RailSeeds::EveryFourth);
    assert_eq!(without.rail_ends().0, 0, "{without}");
    had_rail_orders(&run(RailSeeds::All));
}
