//! The money of an approved payment from a UMA address (money 2.2 L8, 10.4): the settlement layer is asked whether it has
//! come; then it is credited, or goes on to the external account that takes the customer's deposits, by the payouts that
//! all payments share. What cannot be credited goes back to its sender, as every refund does.

mod invoice;
mod offramp;
mod settle;

pub(crate) use invoice::INVOICE;
pub(in crate::payments) use invoice::invoice_ends_at;
pub(in crate::payments) use offramp::{fail, send_back};
pub(in crate::payments) use settle::{credit, paid, refuse};
