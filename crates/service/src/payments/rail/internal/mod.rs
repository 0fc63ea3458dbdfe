//! Payments between UMA addresses of this deployment (uma 7, the internal layer): money that leaves one
//! platform arrives at the other in the same commit, and so does a refund. No money is ever in between, and
//! no inquiry is needed.

mod pay;
mod refund;

pub(in crate::payments) use pay::pay;
pub(in crate::payments) use refund::{lock_payer_first, refund_payer};
