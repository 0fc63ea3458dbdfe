//! The session with a PostgreSQL server, in its extended query protocol.
//!
//! It is held here, and not by a general driver, for one reason: a whole pipeline of statements ends in one
//! synchronisation point. The server then answers all of them with one send, and each side wakes once for a pipeline and
//! not once for a statement (`docs/decisions/0032-the-store-has-its-own-postgresql-driver.md`). Messages, authentication
//! and encryption are those of libraries.

mod client;
mod dial;
mod fault;
mod startup;
mod statement;
mod tls;
mod wire;

pub(crate) use client::{Answer, Ask, Client, End};
pub(crate) use dial::{connect, identity, settings};
pub(crate) use fault::{ApiError, Fault};
pub(crate) use statement::{Row, Statement};
