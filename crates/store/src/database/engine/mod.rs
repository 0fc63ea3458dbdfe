//! The engines behind the store: what a connection must be able to do, and the two that can.

mod announced;
mod connection;
pub(crate) mod postgres;
pub(crate) mod sql;
pub(crate) mod sqlite;
mod sqlite_fault;

pub(crate) use announced::{Announced, Announcements};
pub(crate) use connection::{CommitFault, Connection, Each, Loss, Mode, Statements};
pub(crate) use sqlite_fault::error as sqlite_error;
