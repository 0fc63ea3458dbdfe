//! Request validator, compiled from the served schemas at program start.
//!
//! It selects the object of a union by its tag, then reports every wrong field once, with its path.

mod check;
mod compile;
mod contract;
mod format;
mod ignored;
mod node;
mod query;
mod repair;
#[cfg(test)]
mod tests;
mod whole;

pub use compile::SchemaError;
pub use contract::{Contract, ContractError};
pub use ignored::IgnoredName;
pub(crate) use query::identifies;
pub use whole::plain_whole_number;
