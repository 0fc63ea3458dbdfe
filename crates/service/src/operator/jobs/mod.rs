//! Work that is due later (design 5).

mod list;
mod retry;

pub use list::List;
pub use retry::Retry;
