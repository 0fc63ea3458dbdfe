//! Payments and postings as CSV or JSON Lines (money 12).
//!
//! Every line begins with its cursor. An export that broke off is resumed behind the last whole line that came,
//! with `--after`.

mod format;
mod pages;
mod postings;
mod statement;
mod transactions;

pub use format::Format;
pub use postings::Postings;
pub use statement::Statement;
pub use transactions::Transactions;
