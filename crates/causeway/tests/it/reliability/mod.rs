//! Reliability: no payment is lost and none happens twice, whatever dies and at any moment.

mod books;
mod identity;
mod kill;
mod pair;
mod takeover;
mod tampering;
