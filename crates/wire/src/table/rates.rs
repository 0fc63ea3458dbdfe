use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::rates::{ExchangeRateEntry, ExchangeRateFilter};

operations! {
    /// Exchange rates.
    Rates tagged "Exchange Rates";

    /// Lists exchange rates, fees included, with one entry per corridor.
    GetExchangeRates = Get "/exchange-rates", Any, query ExchangeRateFilter
        = json!({ "sourceCurrency": "USD", "destinationCurrency": ["EUR"], "sendingAmount": 100_000 })
        => 200 list ExchangeRateEntry;
}
