//! Operators' commands: `causeway <noun> <verb>` for every action that the service declares.
//!
//! While a server works on the data folder, a command is sent to its operator socket; else the command opens
//! the database and runs the action itself. The same function runs in both cases.

mod confirmation;
mod dry_run_text;
mod export_destination;
mod outcome;
mod run;
mod socket;
pub mod table;
mod tree;

pub use outcome::CommandError;
pub use run::run;
pub use tree::{Invocation, with_actions};
