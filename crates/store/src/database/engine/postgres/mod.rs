//! PostgreSQL: many connections, each in its own thread.
//!
//! Performance depends on round trips, so statements whose result is not needed are queued and leave in one
//! pipeline with the next query or with COMMIT; BEGIN leaves with the first of them. Prefetched queries of a
//! closure leave together with the first of them that it runs.

mod amcheck;
mod check;
mod connection;
mod driver;
mod durability;
mod fault;
mod lane;
mod marker;
mod once;
mod outage;
mod pending;
mod prefetched;
mod value;

pub(crate) use check::{check_next_tables, check_tables};
pub(crate) use connection::PostgresConnection;
pub(crate) use driver::{Answer, Client, Fault, identity, settings};
pub(crate) use fault::error as postgres_error;
pub(crate) use once::{LOOK, warn_of_lossy_settings, with_client};
