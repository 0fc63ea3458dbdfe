//! Operations on exchange rates. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::rates::{ExchangeRateEntry, ExchangeRateFilter};

operations! {
    /// Exchange rates.
    Rates tagged "Exchange Rates";

    /// Lists the current exchange rates, fees included.
    ///
    /// There is one entry for each corridor, a pair of source and destination currency.
    GetExchangeRates = Get "/exchange-rates", Any, query ExchangeRateFilter
        = json!({ "sourceCurrency": "USD", "destinationCurrency": ["EUR"], "sendingAmount": 100_000 })
        => 200 list ExchangeRateEntry;
}
