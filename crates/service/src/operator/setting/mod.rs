//! Settings (conventions 2.1).

mod get;
mod list;
mod lookup;
mod set;
mod shown;

pub use get::Get;
pub use list::List;
pub use set::Set;
