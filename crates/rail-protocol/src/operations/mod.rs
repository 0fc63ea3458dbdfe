//! The requests of the protocol: methods, paths, bodies and time limits (rails 6 to 8, 12).

mod call;
mod operation;
mod push;
mod retry_after;

pub use call::{Call, InvalidCall};
pub use operation::Operation;
pub use push::push_path;
pub use retry_after::{ask_after, retry_after};
