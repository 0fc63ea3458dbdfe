//! Rows of cards and of their funding sources (cards 1). The columns that decide about money are
//! authenticated. The caller that changes a card or its delegated keys locks the row.

mod list;
mod record;
mod rows;
mod sources;

pub use list::{Filter, ScanFilter, list, scan};
pub(crate) use record::{COLUMNS, read_raw};
pub use record::{CardRecord, CardSource, IssuedCard};
pub use rows::{authenticate_anew, find, find_by_own_id, insert, lock, lock_by_customer, update};
pub use sources::{FundingSource, detach_all, funding_sources, replace_sources};
