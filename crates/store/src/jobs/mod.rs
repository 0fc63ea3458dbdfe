//! Jobs: delayed work.
//!
//! A job is due at an instant of its platform's clock. A worker claims it for some time (a lease in the
//! database's time, which names its process) under a fencing number that each later claim increments, so that
//! a late outcome is detected and dropped. No two jobs of one resource are leased at once, and they are claimed
//! in the order in which they are due.

mod claim;
mod hasten;
mod outcome;
mod queries;
mod record;

pub use claim::{claim, give_back};
pub use hasten::{hasten, hasten_kinds};
pub use outcome::{complete, delay_retry, fail, hold, release_all, replace_work, reschedule, retry_failed};
pub use queries::{
    Backlog, JobLeases, JobWalk, backlog, backlog_by_kind, count_due, earliest_due, find, first_due, leases,
    list, list_failed, list_waiting, of_resources, walk,
};
pub use record::{JobRecord, JobState, NewJob, insert, withdraw};
