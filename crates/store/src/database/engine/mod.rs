//! The engines of the store: the connection interface and its two implementations.

mod connection;
pub(crate) mod postgres;
mod prefetch_recorder;
pub(crate) mod sql;
pub(crate) mod sqlite;
mod sqlite_fault;
mod sqlite_files;

pub(crate) use connection::{CommitError, Connection, Loss, Mode, PrefetchQuery, RowCallback, Statements};
pub(crate) use prefetch_recorder::PrefetchRecorder;
pub(crate) use sqlite_fault::error as sqlite_error;
