//! A private PostgreSQL for tests, without manual installation, configuration or clean-up.
//!
//! One cluster serves all test processes of a user at the same time; the first process starts it, and a small
//! supervisor stops it after the last one has ended. Each test has an empty database of its own. The server
//! is as durable as in production (`fsync` on), so that tests about lost writes prove something.

mod admission;
mod binaries;
mod cluster;
mod crash;
mod database;
mod error;
mod files;
mod server;
mod standby;
mod tables;

pub use binaries::{command, give_to_servers, program};
pub use cluster::Cluster;
pub use database::{Durability, TestDatabase, database, database_with, with_tables};
pub use error::Error;
