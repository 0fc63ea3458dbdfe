//! Causeway's storage: one transaction type over SQLite and PostgreSQL.
//!
//! [`Store::read`] and [`Store::write`] run synchronous closures in transactions; the closures speak SQL
//! through [`Tx`], mostly by way of the row functions of this crate, a file per area. The store batches
//! closures into commits, reruns those that lost a race, and answers only after COMMIT. Nothing outside
//! this crate names an engine.

pub mod alerts;
pub mod audit;
pub mod backup;
pub mod commit_markers;
mod counts;
pub mod customers;
mod due;
mod engine;
mod error;
mod executor;
pub mod external_accounts;
mod faults;
mod foresight;
mod id_values;
pub mod idempotency;
pub mod internal_accounts;
pub mod jobs;
mod lease;
pub mod ledger;
pub mod listing;
mod memory;
pub mod migrations;
mod options;
pub mod outbox;
pub mod platforms;
pub mod quotes;
pub mod rates;
mod row;
pub mod sandbox_orders;
pub mod secret_keys;
pub mod settings;
mod spares;
mod store;
mod temporary_schema;
mod threads;
pub mod tokens;
pub mod transactions;
mod tx;
pub mod uma_names;
mod value;
pub mod volumes;
mod wake;

pub use counts::Counts;
pub use error::{Error, SchemaFault};
pub use executor::Health;
pub use faults::{Defect, Fault, Faults, Point};
pub use foresight::Foresight;
pub use idempotency::{Found, Key, Keyed, Storable, StoredAnswer};
pub use lease::{Held, Lease};
pub use memory::Memory;
pub use options::{Database, OnFatal, Options};
pub use row::{Cell, FromValue, Row};
pub use store::Store;
pub use temporary_schema::TemporarySchema;
pub use tx::Tx;
pub use value::Value;
pub use wake::Wake;
