//! Exchange rates as a list: what each corridor costs now (money 5.1).

pub mod get_exchange_rates;
