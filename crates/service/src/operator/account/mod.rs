//! Internal accounts (money 3.1, 3.2).

mod add;
mod moves;
mod shown;

pub use add::Add;
pub use moves::{Close, Freeze, Release, Retry};
