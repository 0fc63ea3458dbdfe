//! Rows of delayed work.
//!
//! A job is due at an instant of its platform's clock. Whoever runs it claims it for a while (a lease in the
//! database's time) under a fencing number that the next claim raises, so that an outcome which comes too late
//! is noticed and dropped. No two jobs of one resource are leased at once, and they are taken in the order in
//! which they are due.

mod claim;
mod look;
mod outcome;
mod record;

pub use claim::claim;
pub use look::{Backlog, backlog, count_due, earliest_due, find, first_due, list, list_failed};
pub use outcome::{complete, fail, hold, hold_back, release_all, reschedule, retry_failed, turn_into};
pub use record::{JobRecord, JobState, NewJob, insert, withdraw};
