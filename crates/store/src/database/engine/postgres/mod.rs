//! PostgreSQL: many connections, each in its own thread.
//!
//! Performance depends on round trips. Statements whose result is not needed are queued and sent in one
//! pipeline with the next query or COMMIT; BEGIN is sent with the first statement. When a closure runs one of
//! its prefetched queries, all of them are sent together.

mod amcheck;
mod check;
mod connection;
mod driver;
mod durability;
mod fault;
mod lane;
mod marker;
mod one_off_client;
mod outage;
mod pending;
mod prefetched;
mod value;

pub(crate) use check::{check_next_tables, check_tables};
pub(crate) use connection::PostgresConnection;
pub(crate) use driver::{ConnectionError, PgClient, QueryResult, identity, must_encrypt, settings};
pub(crate) use fault::error as postgres_error;
pub(crate) use one_off_client::{READ_STATE_TIMEOUT, warn_of_lossy_settings, with_client};
