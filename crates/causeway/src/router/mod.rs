//! The HTTP surface: every operation of the table at its path, and the paths beside it.

mod api;
mod operations;
mod webhook_keys;

pub use api::{BASE_PATH, router};
