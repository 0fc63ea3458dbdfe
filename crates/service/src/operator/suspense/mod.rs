//! Money whose owner or destination an operator must settle (money 2.1, 9).

mod list;
mod resolve;

pub use list::List;
pub use resolve::Resolve;
