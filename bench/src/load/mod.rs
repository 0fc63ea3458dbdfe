//! The load: a fixed number of callers on keep-alive connections, each sending its next request after the
//! last response.

mod connection;
mod request;
mod run;

pub(crate) use connection::Connection;
pub(crate) use request::{Credentials, Request, scattered};
pub(crate) use run::{Load, Outcome};
