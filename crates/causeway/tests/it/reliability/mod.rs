//! Reliability: whatever dies, at any moment, nothing is lost and nothing happens twice.

mod books;
pub(crate) mod controls;
mod kill;
mod tampering;
