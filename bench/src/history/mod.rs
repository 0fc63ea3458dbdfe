//! A history of many payments, written without a service: the rows that some payments have added to a
//! database are repeated in another.

mod added_rows;
mod replay;

pub(crate) use replay::PaymentHistory;
