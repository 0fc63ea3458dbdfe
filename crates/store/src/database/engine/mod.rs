//! The engines behind the store: what a connection must be able to do, and the two that can.

mod connection;
pub(crate) mod postgres;
mod prefetch_recorder;
pub(crate) mod sql;
pub(crate) mod sqlite;
mod sqlite_fault;
mod sqlite_files;

pub(crate) use connection::{CommitFault, Connection, Each, Loss, Mode, PrefetchQuery, Statements};
pub(crate) use prefetch_recorder::PrefetchRecorder;
pub(crate) use sqlite_fault::error as sqlite_error;
