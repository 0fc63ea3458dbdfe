//! Rows of card transactions (cards 8), each with its pulls, its returns and the network events that led to
//! its state. All except the events is authenticated, because it decides about refunds. The caller that
//! changes any of it locks the row of the transaction.

mod events;
mod list;
mod pulls;
mod record;
mod returns;
mod rows;

pub use events::{EventRecord, events_of, find_event, insert_event};
pub use list::{Filter, ScanFilter, find_suspended, list, list_between, scan, with_shortfall};
pub use pulls::{
    PullRecord, authenticate_pulls_anew, insert_pull, lock_open_pulls, lock_pull, pulls_of, update_pull,
};
pub(crate) use record::{COLUMNS, read_raw};
pub use record::{CardTransactionRecord, MerchantDoc};
pub use returns::{
    ReturnRecord, authenticate_returns_anew, insert_return, lock_latest_return, returns_of, reverse_return,
};
pub use rows::{authenticate_anew, find, find_by_token, insert, lock, lock_by_token, update};

pub(crate) use pulls::{COLUMNS as PULL_COLUMNS, read_raw as read_raw_pull};
pub(crate) use returns::{COLUMNS as RETURN_COLUMNS, read_raw as read_raw_return};
