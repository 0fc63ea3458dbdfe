//! Rows of events for platforms and their delivery (conventions 11).
//!
//! An event is written in the transaction of the change it reports, with the bytes that every attempt sends.
//! Senders claim events for a while (a lease in the database's time) under a fencing number that the next
//! claim raises. First attempts for one resource are started in the order of its events.

mod claim;
mod list;
mod outcome;
mod record;

pub use claim::{Pace, Room, claim};
pub use list::{Backlog, Filter, backlog, count, count_due, find, first_due, list, next_due, prune, replay};
pub use outcome::{Outcome, record_outcomes, release_all};
pub use record::{DeliveryRecord, NewEvent, insert, insert_claimed};
