//! Integration tests of the decisions about orders: moves, records, cancels, errors and `ORDER_NOT_FOUND`.
//!
//! `UPDATE_DOCS=1 cargo test -p causeway-rail-protocol --test orders` rewrites the table of moves in
//! `docs/interface/rails.md`.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

mod cancels;
mod errors;
mod moves;
mod records;
mod scene;
