//! Delayed work.
//!
//! Whatever must happen later is a job row, due at an instant of its platform's clock and written in the
//! transaction that makes it necessary. Any process may run it: it claims the job for a while, works without
//! holding a transaction, and writes the outcome in one transaction that first checks that the claim still
//! holds. So a process that dies, or falls asleep and comes back, does nothing twice.

mod backoff;
mod claimed;
mod failure;
mod pace;
mod run;
mod runner;
mod schedule;
mod work;

pub use backoff::{ATTEMPTS_MAX, AfterFailure, after_failure};
pub use claimed::{Claimed, FOREIGN_ROW, NOT_AUTHENTIC, Next, POISONED};
pub(crate) use run::finish_due;
pub use run::run_due;
pub use runner::keep_running;
pub use schedule::{schedule, schedule_as, withdraw};
pub use work::Work;

#[cfg(test)]
mod tests;
