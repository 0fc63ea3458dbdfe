//! Causeway's operations, one file each, and what they stand on: authentication, idempotency, paging, events,
//! jobs and webhook delivery.
//!
//! Areas are folders named as in the interface; a file is named as its operation. A handler stands on top of
//! its file, and below it the operation as plain functions over a transaction.

pub mod app;
pub mod background;
pub mod clock;
pub mod customers;
pub mod events;
pub mod external_accounts;
pub mod faults;
pub mod hex;
pub mod http;
pub mod internal_accounts;
pub mod jobs;
pub mod keys;
pub mod ledger;
pub mod money;
pub mod operator;
pub mod outbound;
pub mod platform;
pub mod ports;
pub mod quotes;
pub mod rates;
pub mod refusal;
pub mod settings;
pub mod timers;
pub mod tokens;
pub mod transactions;
pub mod uma;
pub mod upkeep;
pub mod webhooks;

#[cfg(test)]
mod fixture;

pub use app::{App, Parts};
pub use faults::Faults;
pub use refusal::Refusal;
