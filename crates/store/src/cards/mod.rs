//! Rows of cards and of what funds them (cards 1). What decides about money is authenticated; the row is locked by whoever
//! changes the card or its delegated keys.

mod list;
mod record;
mod rows;
mod sources;

pub use list::{Filter, list};
pub(crate) use record::{COLUMNS, read_raw};
pub use record::{CardRecord, CardSource, IssuedCard};
pub use rows::{authenticate_anew, find, find_by_own_id, insert, lock, lock_of_customer, update};
pub use sources::{FundingSource, detach_all, funding_sources, replace_sources};
