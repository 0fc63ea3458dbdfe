//! Platforms: making, showing, switching off and on.

mod create;
mod list;
mod show;
mod summary;
mod switch;
mod transport;

pub use create::Create;
pub use list::List;
pub use show::Show;
pub use switch::{Disable, Enable};
