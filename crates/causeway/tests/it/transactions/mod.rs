//! The list of transactions, statements and receipts (money 10, 12).

mod listing;
mod receipts;
mod statements;
