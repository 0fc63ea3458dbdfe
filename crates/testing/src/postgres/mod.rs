//! A private PostgreSQL for tests: nothing to install by hand, nothing to configure, nothing left behind.
//!
//! One cluster serves all test processes of the machine's user at the same time; the first one starts it,
//! a small supervisor stops it when the last one has gone. Each test has an empty database of its own.
//! The server is as durable as in production (`fsync` on): what tests prove about lost writes must be true.

mod admission;
mod binaries;
mod cluster;
mod crash;
mod database;
mod error;
mod files;
mod server;
mod tables;

pub use binaries::program;
pub use cluster::Cluster;
pub use database::{Durability, TestDatabase, database, database_with, with_tables};
pub use error::Error;
