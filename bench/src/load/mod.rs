//! The load: a fixed number of callers on kept connections, each sending its next request when the last one is
//! answered.

mod connection;
mod request;
mod run;

pub(crate) use connection::Connection;
pub(crate) use request::{Credentials, Request, scattered};
pub(crate) use run::{Load, Outcome};
