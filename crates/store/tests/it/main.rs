//! The store's tests, each on both engines where both can do it.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed expectation of a test is reported at its line"
)]

mod ahead;
mod batches;
mod claims;
mod counts;
mod customers;
mod doubt;
mod failures;
mod faults;
mod flights;
mod harness;
mod inline;
mod internal_accounts;
mod jobs;
mod keyed;
mod kill;
mod ledger;
mod load;
mod locks;
mod meddler;
mod meddling;
mod outbox;
mod payments;
mod plans;
mod rows;
mod schema;
mod strangers;
mod temporary_schema;
mod transactions;
