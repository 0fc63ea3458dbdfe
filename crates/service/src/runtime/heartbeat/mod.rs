//! The heartbeat of a process, with which its leases end.
//!
//! A process that shares its database records a beat each second, in database time. Five seconds after its
//! last beat, its leases end: another process gives them back, and its work is claimed at the next poll. A beat
//! extends all leases of its process, so that no job is written only to be kept; a lease still ends by itself
//! if its work has left no outcome.
//!
//! A process judges another only after five seconds of its own beats without a gap. While the database is out
//! of reach, no process can beat, and afterwards each has five seconds to do so. If a process is taken for dead
//! by mistake, its outcomes are dropped, as those of every lost lease.

mod beat;
mod own_beats;
mod presence;

pub use beat::{Heartbeat, keep_beating};
pub use presence::{leave, record_seen};

#[cfg(test)]
mod tests;
