//! The request validator, compiled from the served schemas when the program starts.
//!
//! It chooses a union's object by the tag first, then reports every field that is wrong, each once, with its
//! path.

mod check;
mod compile;
mod contract;
mod format;
mod mend;
mod node;
mod query;
#[cfg(test)]
mod tests;
mod whole;

pub use compile::SchemaError;
pub use contract::{Contract, ContractError};
pub(crate) use query::identifies;
pub use whole::plain_whole_number;
