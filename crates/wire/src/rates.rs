//! Exchange rates (money 5.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::rails::PaymentRail;
use crate::scalar::{CurrencyCode, DateTime, ExchangeRate, MinorUnits, SampleAmount};

/// A current exchange rate of one corridor, fees included.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRateEntry {
    /// Currency that is sent.
    pub source_currency: Currency,
    /// Amount that this entry prices, in the smallest unit of the source currency.
    pub sending_amount: MinorUnits,
    /// Smallest sending amount of one payment, in the smallest unit of the source currency.
    pub min_sending_amount: MinorUnits,
    /// Largest sending amount of one payment, in the smallest unit of the source currency.
    pub max_sending_amount: MinorUnits,
    /// Currency that is received.
    pub destination_currency: Currency,
    /// Default rail of the corridor.
    pub destination_payment_rail: PaymentRail,
    /// Amount that a payment of `sendingAmount` would deliver, in the smallest unit of the destination
    /// currency.
    pub receiving_amount: MinorUnits,
    /// Sending amount per unit received, in major units, fees included.
    pub exchange_rate: ExchangeRate,
    /// Fees of this payment, in the smallest unit of the source currency.
    pub fees: ExchangeRateFees,
    /// Time of the rate. Rates are kept for about five minutes, and all entries of that period have the same
    /// time.
    pub updated_at: DateTime,
}

/// Fees of a corridor, in the smallest unit of the source currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExchangeRateFees {
    /// Part of the fees that does not depend on the amount.
    pub fixed: MinorUnits,
    /// All fees, fixed and variable.
    pub total: MinorUnits,
}

/// Filters for the list of exchange rates.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRateFilter {
    /// Source currency. If absent, all source currencies of the platform.
    pub source_currency: Option<CurrencyCode>,
    /// Destination currencies; the parameter may be repeated. If absent, all of them.
    #[schemars(length(max = 256))]
    pub destination_currency: Option<Vec<CurrencyCode>>,
    /// Amount to price, in the smallest unit of each source currency.
    #[serde(default)]
    pub sending_amount: SampleAmount,
}
