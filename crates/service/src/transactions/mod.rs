//! Transactions: the platform's view of payments (money 10). Here they are only read and rendered.

mod cards;
pub mod get_transaction_by_id;
pub mod list_transactions;
pub mod named;
mod parties;
pub mod render;
