//! Rows of external accounts (money 4).

mod list;
mod record;
mod rows;
mod search;

pub use list::{Filter, OwnerFilter, ScanFilter, list, scan, waiting};
pub(crate) use record::{COLUMNS, read_raw};
pub use record::{ExternalAccountDoc, ExternalAccountRecord};
pub(crate) use rows::all_unverified;
pub use rows::{
    among, authenticate_anew, clear_default_deposit, find, find_default_deposit, find_live_at,
    find_live_twin, insert, lock, update,
};
pub use search::{search_entries, search_entry};
