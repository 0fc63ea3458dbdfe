//! The HTTP surface: every operation of the table at its path, and the paths beside it.

mod api;
mod operations;
mod webhook_keys;

pub use api::{Peer, router};
pub use causeway_wire::document::BASE_PATH;
