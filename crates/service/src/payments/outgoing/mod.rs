//! Payments that go out: they start, are paid in for, or have their direct debit settle.

pub(in crate::payments) mod debit;
pub(crate) mod funding;
pub(crate) mod start;
