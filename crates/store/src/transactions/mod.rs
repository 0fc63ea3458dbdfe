//! Rows of transactions (money 10), in the table `payment`.

mod list;
mod record;
mod rows;

pub use list::{Filter, find_at, list, list_between};
pub use record::{ChosenRail, RefundDoc, Side, TransactionDoc, TransactionRecord};
pub use rows::{OpenTransaction, find, insert, open_of, update};
