//! The exchange rates of production platforms where no rate adapter is configured (money 6.1).

mod list;
mod set;

pub use list::List;
pub use set::Set;
