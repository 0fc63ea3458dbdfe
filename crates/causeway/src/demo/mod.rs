//! `causeway demo`: a demonstration from an empty database to a completed payment and a refunded one, printed
//! step by step.
//!
//! It simulates a platform: it calls the service over HTTP on loopback, receives its webhooks, and
//! verifies them with the published key. It compares each printed amount with the one that the API
//! documentation promises, and ends at the first difference. With `--serve`, it fills two platforms instead, and serves
//! them until it is stopped.

mod books;
mod caller;
mod error;
mod failed_payment;
mod figures;
mod inbox;
mod members;
mod payment;
mod platform_client;
mod run;
mod serve;
mod service;
mod signature;
mod store;
mod transcript;
mod trial_balance;
mod wording;

pub use error::DemoError;
pub use run::run;
pub use serve::serve;
