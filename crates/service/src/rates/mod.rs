//! Listed exchange rates: the current price of each corridor (money 5.1), and the fees in it (money 6.2).

mod fees;
pub mod get_exchange_rates;
mod limits;

pub(crate) use fees::service_fees;
pub(crate) use limits::list_limits;
