//! Events for platforms and their webhook delivery (conventions 11).
//!
//! An event is written in the transaction of the change it reports, with the bytes that every attempt sends.
//! Senders claim events for some time (a lease in the database's time) under a fencing number that each later
//! claim increments. First attempts for one resource are started in the order of its events.

mod attempts;
mod backlog;
mod claim;
mod endpoints;
mod list;
mod outcome;
mod record;

pub use attempts::{
    EndpointState, FailedAttempt, MAX_COUNTED, NewAttempt, attempts, endpoint_state, insert_attempts,
    recent_durations,
};
pub use backlog::{Backlog, MAX_BACKLOG, backlog, backlog_by_platform};
pub use claim::{Capacity, Pacing, claim};
pub use endpoints::{FailingEndpoint, GivenUpEvent, failing, last_given_up, with_given_up};
pub use list::{
    Filter, count, count_due, find, first_due, list, list_due, next_due, prune, replay, replay_all, scan,
};
pub use outcome::{Outcome, give_back, record_outcomes, release_all};
pub use record::{DeliveryRecord, NewEvent, insert, insert_claimed};
