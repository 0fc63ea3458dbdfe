//! Outgoing payments: their start, their funding, and the settlement of their direct debit.

pub(in crate::payments) mod debit;
pub(crate) mod funding;
pub(crate) mod start;
