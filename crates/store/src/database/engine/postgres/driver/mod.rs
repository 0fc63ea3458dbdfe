//! The session with a PostgreSQL server, in its extended query protocol.
//!
//! The store has its own driver for one reason: a whole pipeline of statements ends in one synchronisation
//! point. The server then answers all of them with one send, and each side wakes once per pipeline and not
//! once per statement (`docs/internals/decisions/0032-the-store-has-its-own-postgresql-driver.md`). Messages,
//! authentication and encryption come from libraries.

mod client;
mod dial;
mod fault;
mod startup;
mod statement;
mod tls;
mod wire;

pub(crate) use client::{PgClient, QueryResult, TransactionEnd, WireRequest};
pub(crate) use dial::{connect, identity, settings};
pub(crate) use fault::{ConnectionError, ServerError};
pub(crate) use statement::{Row, Statement};
pub(crate) use tls::must_encrypt;
