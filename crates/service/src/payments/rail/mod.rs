//! The jobs that instruct rails and ask them, and what comes of their answers. No rail is sent anything that has not passed
//! the gate (`payments::checks::gate`).

pub mod debit;
pub(in crate::payments) mod internal;
mod load;
pub(crate) mod orders;
pub(in crate::payments) mod pace;
pub mod payout;
mod rail_order;
pub(crate) mod rails;
pub mod receipt;
pub mod refund;
pub mod unmatched;
