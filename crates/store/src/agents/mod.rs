//! Rows of agents (agents A1). What decides how much money an agent moves, and who it is, is authenticated; the row is
//! locked by whoever acts as the agent or changes it.

mod list;
mod record;
mod rows;

pub use list::{Filter, list};
pub use record::AgentRecord;
pub(crate) use record::{COLUMNS, read_raw};
pub use rows::{
    Credential, authenticate_anew, find, find_for_authentication, insert, lock, lock_of_customer, update,
};
