//! What somebody should look at (conventions 2.1).

mod close;
mod list;

pub use close::Close;
pub use list::List;
