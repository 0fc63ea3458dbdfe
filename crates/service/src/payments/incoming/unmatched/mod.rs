//! Money that matches no account and no quote (money 3.5): it has arrived, and its owner is unknown.
//!
//! The money is in suspense (`hold`) and is not a payment: no platform sees it. An operator decides
//! (`resolve`): the money becomes the deposit of an account, a payment from then on, or its rail returns it
//! to its payer ([`crate::payments::rail::unmatched`]).

pub(in crate::payments) mod hold;
mod resolve;

pub(crate) use hold::{commands, hold, is_settled};
pub use resolve::{attribute, return_to_payer};
