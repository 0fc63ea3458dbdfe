//! Exchange rates as a list: what each corridor costs now (money 5.1).

pub mod get_exchange_rates;
mod limits;

pub(crate) use limits::list_limits;
