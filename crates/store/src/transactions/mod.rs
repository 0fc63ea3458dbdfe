//! Rows of transactions (money 10), in the table `payment`.

mod list;
mod open;
mod record;
mod rows;

pub use list::{Filter, find_at, list, list_between};
pub use open::{has_open, is_in_use};
pub use record::{
    ChosenRail, DebitDoc, Failure, OnChainTransfer, RefundDoc, RefundTo, Side, TransactionDoc,
    TransactionRecord,
};
pub use rows::{find, insert, update};
