//! Transactions (money 10).

mod filter;
mod lists;
mod parties;
mod transaction;

pub use filter::{TransactionFilter, TransactionStatusFilter, TransactionTypeFilter};
pub use lists::*;
pub use parties::*;
pub use transaction::*;
