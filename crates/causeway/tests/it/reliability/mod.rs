//! Reliability: whatever dies, at any moment, nothing is lost and nothing happens twice.

mod books;
mod identity;
mod kill;
mod tampering;
