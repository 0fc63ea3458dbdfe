//! Quotes: prices, limits, execution and paying in (money 8, 17).

pub(crate) mod bolt11;
mod execution;
mod expiry;
mod funding_failures;
mod immediate;
mod internal_destinations;
mod invoices;
mod limits;
mod networks;
mod paid_late;
pub(crate) mod paying_in;
mod readiness;
mod refusals;
