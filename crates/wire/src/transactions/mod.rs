//! Transactions (money 10).

mod confirm;
mod filter;
mod lists;
mod parties;
mod transaction;

pub use confirm::ConfirmReceiptDeliveryRequest;
pub use filter::{TransactionFilter, TransactionStatusFilter, TransactionTypeFilter};
pub use lists::*;
pub use parties::*;
pub use transaction::*;
