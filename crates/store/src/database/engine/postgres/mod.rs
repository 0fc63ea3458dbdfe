//! PostgreSQL: many connections, each in a thread of its own.
//!
//! Round trips decide how fast it is, so statements whose outcome nobody looks at are queued and leave in one
//! pipeline with the next query or with COMMIT; BEGIN leaves with the first of them. Queries that a closure prefetches
//! leave together with the first of them that it asks.

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
