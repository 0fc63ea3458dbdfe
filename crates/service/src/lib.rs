//! Causeway's operations, one file each, and their infrastructure: authentication, idempotency, paging,
//! events, jobs and webhook delivery.
//!
//! Areas are folders named as in the interface; a file is named as its operation. Each file begins with the
//! HTTP handler, followed by the operation as plain functions over a transaction.
//!
//! Unless a function says otherwise, its errors include those of the database and internal errors.
//!
//! `(money 8.2)` cites section 8.2 of `docs/interface/money.md`.

pub mod ports;
pub mod runtime;

pub mod agents;
pub mod alerts;
pub mod approvals;
pub mod background;
pub mod card_codes;
pub mod card_transactions;
pub mod cards;
pub mod contact;
pub mod customer_imports;
pub mod customers;
pub mod delegated_keys;
pub mod deposits;
pub mod discoveries;
pub mod documents;
pub mod external_accounts;
pub mod hosted_pages;
pub mod internal_accounts;
pub mod invitations;
pub mod lightning;
pub mod lookups;
pub mod mailbox;
pub mod measurements;
pub mod operator;
pub mod payments;
pub mod platforms;
pub mod quotes;
pub mod rails;
pub mod rates;
pub mod sca;
pub mod stablecoins;
pub mod tokens;
pub mod transactions;
pub mod transfers;
pub mod uma;
pub mod uma_providers;
pub mod vasps;
pub mod verifications;
pub mod wallets;
pub mod webhooks;

#[cfg(test)]
mod fixture;

pub use runtime::{ApiError, App, Context, FieldErrors, Parts, WalletKeyService};
