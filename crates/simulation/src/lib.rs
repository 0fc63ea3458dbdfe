//! The deterministic simulation: the real router and the real service in one thread, on their own database,
//! with a manual clock, simulated partners and receivers, and injected faults, all derived from one seed.
//!
//! A run generates requests, jobs, deliveries, clock changes and crashes of the process, and checks
//! invariants after each of them: see [`run()`]. On SQLite the same seed gives the same run, byte for byte,
//! which [`Summary::trace`] proves.
//!
//! Runs of every fourth seed, or of all seeds ([`RailSeeds`]), have rails: a production platform pays over two adapters,
//! whose requests, answers and partners fail by random numbers of their own, so that the other seeds do not change with
//! them. At the end each order is booked once by one partner, or released and refunded, and the books agree with the
//! ledger to the unit.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

mod areas;
mod checks;
mod counts;
mod platforms;
mod requests;
mod rng;
mod run;
mod scenes;
mod steps;
mod trace;
mod violation;
mod world;

pub use counts::Counts;
pub use run::{Failure, Summary, run};
pub use world::{Engine, RailSeeds};
