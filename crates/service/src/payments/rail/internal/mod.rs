//! Payments between UMA addresses of this deployment (uma 7, the internal layer): what leaves one platform arrives at the
//! other in the same commit, and so does what comes back. No money is ever between the two, and nobody has to be asked
//! what became of it.

mod give_back;
mod pay;

pub(in crate::payments) use give_back::{give_back, lock_payer_first};
pub(in crate::payments) use pay::pay;
