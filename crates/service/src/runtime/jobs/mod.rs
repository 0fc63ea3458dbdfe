//! Delayed work.
//!
//! Later work is a job row, due at an instant of its platform's clock and written in the transaction that
//! makes it necessary. Any process may run it: it claims the job for a lease, works without holding a
//! transaction, and saves the outcome in one transaction that first checks that the lease is still valid. So
//! a process that dies, or is suspended and resumes, does no work twice.

mod backoff;
mod claimed_job;
mod failure;
mod meaning;
mod pace;
mod run;
mod runner;
mod schedule;
mod work;

pub(crate) use backoff::ask_again;
pub use backoff::{AfterFailure, MAX_ATTEMPTS, after_failure};
pub use claimed_job::{ClaimedJob, Next};
pub(crate) use run::finish_due;
pub use run::run_due;
pub use runner::keep_running;
pub use schedule::{schedule, schedule_as, withdraw};
pub use work::Work;

#[cfg(test)]
mod tests;
