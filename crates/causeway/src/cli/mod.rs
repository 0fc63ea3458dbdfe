//! Operators' commands: `causeway <noun> <verb>` for every action that the service declares.
//!
//! A command goes through the operator socket while a server works on the data folder; else it opens the database
//! and carries the action out itself. Either way the same function runs.

mod outcome;
mod run;
mod socket;
pub mod table;
mod tree;

pub use outcome::Failed;
pub use run::run;
pub use tree::{Chosen, with_actions};
