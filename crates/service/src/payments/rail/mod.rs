//! The jobs that instruct and ask rails, and the outcomes of their answers. Every order passes the
//! pre-submission check (`payments::checks::pre_submission`).

pub mod debit;
mod estimate;
pub mod incoming_uma;
pub(crate) mod inquiry;
pub(in crate::payments) mod internal;
pub(crate) mod lightning;
mod load;
pub(crate) mod offers;
pub(crate) mod orders;
pub(in crate::payments) mod pace;
pub(crate) mod party;
pub mod payout;
mod rail_order;
pub(crate) mod rails;
pub mod refund;
pub mod unmatched;

#[cfg(test)]
mod tests;
