//! The HTTP surface: every operation of the table at its path, and the paths beside it.

mod api;
mod base_path;
mod operations;
mod webhook_keys;

pub use api::router;
pub use base_path::BASE_PATH;
