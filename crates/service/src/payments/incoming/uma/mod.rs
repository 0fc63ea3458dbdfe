//! The money of an approved payment from a UMA address (money 2.2 L8, 10.4): the settlement layer is asked if
//! it has come; then it is credited, or sent on to the external account that takes the customer's deposits,
//! by the same payouts as all payments. Money that cannot be credited is refunded to its sender like any
//! other.

mod invoice;
mod offramp;
mod settle;

pub(crate) use invoice::INVOICE;
pub(in crate::payments) use invoice::invoice_ends_at;
pub(in crate::payments) use offramp::{fail, return_payout};
pub(in crate::payments) use settle::{credit, paid, refuse};
