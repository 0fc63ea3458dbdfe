//! The deterministic simulation: the real router and the real service in one thread, on a database of its own,
//! with a clock that is moved, partners and receivers that are played, and faults, all cut by one seed.
//!
//! A run makes up requests, jobs, deliveries, moved clocks and crashes of the process, and after each of them
//! checks what must hold whatever happens: see [`run`]. On SQLite the same seed gives the same run, byte for
//! byte, which [`Summary::trace`] shows.

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
pub use world::Engine;
