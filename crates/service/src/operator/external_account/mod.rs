//! External accounts (money 4.1).

mod moves;
mod shown;

pub use moves::{Disable, Enable, Review};
