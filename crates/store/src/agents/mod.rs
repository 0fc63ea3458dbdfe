//! Rows of agents (agents A1). The identity of an agent and the limits on the money that it moves are
//! authenticated. The caller that acts as the agent or changes it locks the row.

mod list;
mod record;
mod rows;

pub use list::{Filter, list, scan};
pub use record::AgentRecord;
pub(crate) use record::{COLUMNS, read_raw};
pub use rows::{
    Credential, authenticate_anew, find, find_for_authentication, insert, lock, lock_by_customer, update,
};
