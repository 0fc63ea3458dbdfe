//! The HTTP surface: every operation of the table at its path, and the other public paths.

mod api;
mod operation_names;
mod operations;
mod peer;
mod rails;
mod uma;
mod webhook_keys;

pub use api::router;
pub use causeway_wire::document::BASE_PATH;
pub(crate) use operation_names::edge;
pub use operation_names::operation_names;
pub use peer::Peer;
