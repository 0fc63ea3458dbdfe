//! Quotes: prices, limits, execution and paying in (money 8, 17).

pub(crate) mod bolt11;
mod execution;
mod expiry;
mod immediate;
mod invoices;
mod limits;
mod networks;
mod paid_in_vain;
mod paid_late;
pub(crate) mod paying_in;
mod readiness;
mod refusals;
mod within;
