//! The machinery under the rows: engines, group commit, the transaction type, migrations, lists.

pub mod backup;
pub(crate) mod canonical;
pub mod commit_markers;
pub(crate) mod counts;
pub(crate) mod due;
pub(crate) mod engine;
pub(crate) mod error;
pub(crate) mod executor;
pub(crate) mod fault_injector;
pub(crate) mod id_values;
pub(crate) mod lease;
pub mod listing;
pub(crate) mod macs;
pub(crate) mod memory;
pub mod migrations;
pub(crate) mod options;
pub(crate) mod prefetch;
pub(crate) mod reader_pool;
pub(crate) mod row;
pub(crate) mod store;
pub(crate) mod temporary_schema;
pub(crate) mod terms;
pub(crate) mod threads;
pub(crate) mod tx;
pub(crate) mod value;
pub(crate) mod wake;
