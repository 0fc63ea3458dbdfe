//! Work that is due later.

mod list;
mod retry;

pub use list::List;
pub use retry::Retry;
