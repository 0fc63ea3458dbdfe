//! Data about the sender and the receiver that the other side asks for (uma 5.2, 6.1, 11).

mod bounds;
mod field_names;
mod options;

pub use bounds::is_within_bounds;
pub use field_names::{COMPLIANCE, IDENTIFIER, TRAVEL_RULE, field_of_key, key_of_field};
pub use options::{CounterpartyDataOption, CounterpartyDataOptions};
