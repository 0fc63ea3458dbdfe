//! Exchange rates as a list: what each corridor costs now (money 5.1), and the fees that stand in it (money 6.2).

mod fees;
pub mod get_exchange_rates;
mod limits;

pub(crate) use fees::service_fees;
pub(crate) use limits::list_limits;
