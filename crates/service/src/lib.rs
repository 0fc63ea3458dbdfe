//! Causeway's operations, one file each, and what they stand on: authentication, idempotency, paging, events,
//! jobs and webhook delivery.
//!
//! Areas are folders named as in the interface; a file is named as its operation. A handler stands on top of
//! its file, and below it the operation as plain functions over a transaction.

pub mod ports;
pub mod runtime;

pub mod background;
pub mod customers;
pub mod external_accounts;
pub mod internal_accounts;
pub mod operator;
pub mod payments;
pub mod platform;
pub mod quotes;
pub mod rates;
pub mod tokens;
pub mod transactions;
pub mod uma;
pub mod webhooks;

#[cfg(test)]
mod fixture;

pub use runtime::{ApiError, App, Context, FieldErrors, Parts};
