//! Operators' commands: `causeway <noun> <verb>` for every action that the service declares.
//!
//! A command is sent to the server that is configured, or that works on the data folder; else the command opens
//! the database and runs the action itself. The same function runs in all cases.

#[cfg(test)]
mod bare_invocation;
mod cells;
mod confirmation;
mod connection;
mod dry_run_text;
mod export_destination;
mod fitted;
mod help_template;
pub mod help_text;
mod layout;
mod next_page;
mod outcome;
mod part_file;
mod platform_names;
pub mod printable;
mod progress;
mod rail_check;
mod rail_report;
mod run;
mod secret_file;
mod server;
mod table;
mod tree;

pub use layout::{Layout, OutputFormat};
pub use outcome::CommandError;
pub use run::run;
pub use tree::{Invocation, with_actions};
