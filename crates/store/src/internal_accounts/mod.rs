//! Rows of internal accounts, read together with their balance (money 3).

mod list;
mod record;
mod rows;

pub use list::{AccountWalk, Filter, list_for_customers, list_for_platform, of_customer, walk};
pub(crate) use record::{ACCOUNT_COLUMNS, read_raw};
pub use record::{FundingInstruction, InternalAccountDoc, InternalAccountRecord, LockedAccount, owner_id};
pub use rows::{
    authenticate_anew, find, find_by_owner, find_oldest, insert, live_of_customers, lock, lock_all,
    lock_by_owner, update,
};
