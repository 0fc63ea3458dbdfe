//! Rows of payments (money 3.5, 9, 10): every movement of money, whatever started it.
//!
//! A payment's **terms** are written once, with the row, and never changed: they decide what is moved and where it
//! goes. What becomes of it stands apart, in its status and its **state**.

mod list;
mod open;
mod record;
mod rows;
mod state;
mod terms;

pub use list::{Filter, find_at, list, list_between};
pub use open::{has_open, is_in_use};
pub use record::PaymentRecord;
pub(crate) use record::{columns, read};
pub use rows::{find, insert, lock, update};
pub use state::{Debit, Failure, PaymentState, Refund, RefundTo};
pub use terms::{ChosenRail, ConversionTerms, OnChainTransfer, Originator, PaymentTerms, Side};
