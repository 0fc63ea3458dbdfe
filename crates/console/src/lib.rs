//! The console: the operators' pages in a browser (conventions 2.1).
//!
//! A page shows the answers of entries of the operator table, and a form runs one. The crate has no queries and no rules
//! of its own: what a page needs is an entry, and hence a command. Pages are complete without the script.

mod access;
mod actions;
mod answer;
mod assets;
mod confirmation;
mod console;
mod entry;
mod failure;
mod forms;
mod frame;
mod operator;
mod page;
mod parts;
mod router;
mod runs;
mod screens;
mod urls;

pub use access::ClientAddress;
pub use router::router;
