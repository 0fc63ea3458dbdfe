//! The start of a refund, and its end in suspense (money 9). The refund itself is made by the `rail` modules.

mod open;
mod suspend;
mod taker;

pub(in crate::payments) use open::open;
pub(in crate::payments) use suspend::suspend;
pub(in crate::payments) use taker::taker;
