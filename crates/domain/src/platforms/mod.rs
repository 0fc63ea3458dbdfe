//! Platforms: their host names and the currencies they support (customers 1).

mod currencies;
mod host_names;

pub use currencies::{
    CounterpartyField, CurrencyReason, CurrencyRefusal, SupportedCurrency, check_currencies,
    default_currencies,
};
pub use host_names::{first_label, subdomain_choices};
