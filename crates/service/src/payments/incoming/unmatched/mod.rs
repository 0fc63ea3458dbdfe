//! Money that fits no account and no quote (money 3.5): it is here, and nobody is known to own it.
//!
//! It stands in suspense (`hold`) and is no payment: no platform is shown it. An operator decides (`resolve`): it becomes
//! the deposit of an account, a payment from then on, or its rail gives it back to its payer ([`crate::payments::rail::unmatched`]).

pub(in crate::payments) mod hold;
mod resolve;

pub(crate) use hold::{KIND, hold, is_settled};
pub use resolve::{attribute, send_back};
