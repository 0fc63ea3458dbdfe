//! Events and their delivery (conventions 11).

mod list;
mod replay;

pub use list::List;
pub use replay::Replay;
