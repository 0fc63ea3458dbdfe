//! Floors: the minimal services that run the same statements with the same bytes. No checks, no rendering, no
//! JSON: axum, SQLite, and the captured response.

mod connection;
mod fresh;
mod read;
mod serve;
mod write;

pub(crate) use serve::{Kind, command, serve};
