//! Transactions: payments as the platform sees them (money 10).

pub mod announce;
pub mod get_transaction_by_id;
pub mod list_transactions;
pub mod render;
