//! What operators do (conventions 2.1): a folder for each noun, a file for each verb.
//!
//! An action is a struct of arguments that clap reads from a command line and serde from JSON; running it gives
//! something that is readable on a terminal and as JSON. The table [`EVERY`] knows all of them by name: the
//! command line is built from it and the operator socket dispatches through it, so both do the same. Every action
//! that changes something leaves a row in the audit trail, in the transaction of the change: who, when, what, why.

pub mod account;
mod action;
pub mod alert;
mod audit_entry;
mod channel;
pub mod clock;
pub mod customer;
mod error;
pub mod export;
pub mod external_account;
pub mod jobs;
pub mod keys;
pub mod ledger;
pub mod payment;
pub mod platform;
mod platform_choice;
pub mod rate;
mod routes;
pub mod setting;
pub mod suspense;
mod table;
pub mod terms;
mod text;
pub mod token;
pub mod uma_key;
pub mod webhook;
pub mod webhook_key;

pub use action::{Action, Done, Export, Pieces, Report};
pub use audit_entry::Operator;
pub use channel::Channel;
pub use error::{Kind, OperatorError};
pub use platform_choice::PlatformChoice;
pub use routes::{Request, router, with_token};
pub use table::{EVERY, Entry, NOUNS, find};
