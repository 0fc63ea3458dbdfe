//! `cargo xtask sim`: a series of simulation runs, or one seed.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use causeway_domain::Ids;
use causeway_simulation::{Counts, Engine, Failure, RailSeeds, Summary, run};

const USAGE: &str = "\
The deterministic simulation.

  cargo xtask sim [--runs N | --seconds N] [--seed S] [--steps N] [--engine E] [--rails]

With --runs or --seconds, runs a series: that many seeds, or seeds for that long, in order, with a progress line every
50 runs. Operations that were never attempted, successful or refused, and events that never occurred, are listed, and
fail a series with --seconds. A series of 200 runs or more fails if payments of some kind, or orders at rails, never came
to one of their ends. Without, runs one seed; on SQLite twice, to compare the traces. Runs of every fourth seed have rails.
  --seed S    first seed (default: random)
  --steps N   steps per run (default: 200)
  --engine E  sqlite, or postgres, on which runs are not reproducible (default: sqlite)
  --rails     rails in the runs of all seeds";

/// Interval at which a run is repeated to compare the traces, in runs.
const REPLAY_EVERY: u64 = 10;

/// Number of runs from which on a series has payments of every kind with every end.
const COVERING_RUNS: u64 = 200;

/// Minimum number of payments that such a series shows at the end of its runs.
const SHOWN_PAYMENTS: u64 = 2_000;

/// Minimum number of orders that such a series has ended at rails.
const RAIL_ORDERS: u64 = 500;

/// Interval of progress lines, in runs.
const REPORT_EVERY: u64 = 50;

/// The end of a series of runs.
#[derive(Clone, Copy)]
enum Limit {
    Runs(u64),
    Time(Duration),
}

struct Plan {
    engine: Engine,
    limit: Option<Limit>,
    seed: u64,
    rail_seeds: RailSeeds,
    steps: u32,
}

impl Plan {
    fn read(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let drawn = u64::from(u32::from_be_bytes(Ids::system().bytes()));
        let mut plan = Self {
            engine: Engine::Sqlite,
            limit: None,
            seed: drawn,
            rail_seeds: RailSeeds::EveryFourth,
            steps: 200,
        };
        let mut arguments = arguments;
        while let Some(name) = arguments.next() {
            if name == "--rails" {
                plan.rail_seeds = RailSeeds::All;
                continue;
            }
            let value = arguments.next().ok_or(USAGE)?;
            let number =
                || value.parse::<u64>().map_err(|_| format!("{name} {value}: not a number\n\n{USAGE}"));
            match name.as_str() {
                "--engine" => plan.engine = engine(&value)?,
                "--runs" => plan.limit = Some(Limit::Runs(number()?)),
                "--seconds" => plan.limit = Some(Limit::Time(Duration::from_secs(number()?))),
                "--seed" => plan.seed = number()?,
                "--steps" => plan.steps = u32::try_from(number()?).map_err(|_| USAGE)?,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(plan)
    }
}

fn main() -> ExitCode {
    let outcome = Plan::read(std::env::args().skip(1)).and_then(|plan| match plan.limit {
        Some(limit) => run_series(limit, &plan),
        None => run_once(&plan),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run_once(plan: &Plan) -> Result<(), String> {
    let counts = Counts::default();
    match plan.engine {
        Engine::Sqlite => {
            let trace = run_twice(plan, plan.seed, &counts)?;
            println!("{counts}\nseed {}: trace {trace}, twice", plan.seed);
        }
        Engine::Postgres => {
            once(plan, plan.seed, &counts)?;
            println!("{counts}\nseed {}", plan.seed);
        }
    }
    Ok(())
}

fn run_series(limit: Limit, plan: &Plan) -> Result<(), String> {
    let counts = Counts::default();
    let began = Instant::now();
    println!("starting at seed {}, {} steps each", plan.seed, plan.steps);
    let begun = AtomicU64::new(0);
    let ended = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let work = || -> Result<(), String> {
        while !failed.load(Ordering::Acquire) {
            let number = begun.fetch_add(1, Ordering::AcqRel);
            if limit.is_reached(number, began.elapsed()) {
                break;
            }
            let made = one_run(plan, number, &counts);
            failed.fetch_or(made.is_err(), Ordering::AcqRel);
            made?;
            let runs = ended.fetch_add(1, Ordering::AcqRel) + 1;
            if runs.is_multiple_of(REPORT_EVERY) {
                eprintln!("{}", limit.progress(runs, began.elapsed()));
            }
        }
        Ok(())
    };
    // Each run is single-threaded and independent of the others.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        working.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a run panicked".to_owned())?)
    })?;
    println!("{counts}\n{} runs", ended.load(Ordering::Acquire));
    let never = counts.never();
    match limit {
        Limit::Time(_) if !never.is_empty() => Err(never.join("\n")),
        Limit::Time(_) => Ok(()),
        // Fixed seeds need not cover everything.
        Limit::Runs(runs) => {
            println!("not covered: {}", never.join("; "));
            if runs < COVERING_RUNS { Ok(()) } else { check_covered(&counts) }
        }
    }
}

/// Checks that operators were shown payments of every kind with every end, and that rails had orders with every end.
fn check_covered(counts: &Counts) -> Result<(), String> {
    let (shown, missing) = counts.shown_ends();
    let (orders, missing_orders) = counts.rail_ends();
    let missing = [missing, missing_orders].concat();
    if !missing.is_empty() {
        return Err(missing.join("\n"));
    }
    if orders < RAIL_ORDERS {
        return Err(format!("{orders} orders have ended at rails, instead of {RAIL_ORDERS}"));
    }
    if shown < SHOWN_PAYMENTS {
        return Err(format!(
            "{shown} payments were shown at the end of their runs, instead of {SHOWN_PAYMENTS}"
        ));
    }
    Ok(())
}

impl Limit {
    fn is_reached(self, runs: u64, elapsed: Duration) -> bool {
        match self {
            Self::Runs(count) => runs >= count,
            Self::Time(length) => elapsed >= length,
        }
    }

    /// Formats a progress line.
    fn progress(self, runs: u64, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs();
        match self {
            Self::Runs(count) => format!("{runs} of {count} runs in {seconds} s"),
            Self::Time(length) => format!("{runs} runs in {seconds} of {} s", length.as_secs()),
        }
    }
}

fn one_run(plan: &Plan, number: u64, counts: &Counts) -> Result<(), String> {
    let seed = plan.seed + number;
    if plan.engine == Engine::Sqlite && number.is_multiple_of(REPLAY_EVERY) {
        run_twice(plan, seed, counts).map(drop)
    } else {
        once(plan, seed, counts).map(drop)
    }
}

fn once(plan: &Plan, seed: u64, counts: &Counts) -> Result<Summary, String> {
    run(plan.engine, seed, plan.rail_seeds, plan.steps, counts).map_err(|failure| describe(&failure, plan))
}

/// Runs a seed twice and returns its trace hash; fails if the two differ.
fn run_twice(plan: &Plan, seed: u64, counts: &Counts) -> Result<String, String> {
    let first = once(plan, seed, counts)?;
    let second = once(plan, seed, counts)?;
    if first == second {
        Ok(first.trace)
    } else {
        Err(format!("seed {seed} gave the trace {} and then {}", first.trace, second.trace))
    }
}

fn engine(name: &str) -> Result<Engine, String> {
    match name {
        "sqlite" => Ok(Engine::Sqlite),
        "postgres" => Ok(Engine::Postgres),
        _ => Err(format!("--engine {name}: neither sqlite nor postgres\n\n{USAGE}")),
    }
}

fn describe(failure: &Failure, plan: &Plan) -> String {
    let seed = failure.seed;
    let steps = plan.steps;
    let engine = if plan.engine == Engine::Postgres { " --engine postgres" } else { "" };
    let rails = if plan.rail_seeds == RailSeeds::All { " --rails" } else { "" };
    format!("{failure}\nTo reproduce: cargo xtask sim --seed {seed} --steps {steps}{engine}{rails}")
}
