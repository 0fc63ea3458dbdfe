//! Floors: the least that a service could do that runs the same statements with the same bytes. No checks, no
//! rendering, no JSON: axum, SQLite, and the captured answer.

mod connection;
mod fresh;
mod read;
mod serve;
mod write;

pub(crate) use serve::{Kind, command, serve};
