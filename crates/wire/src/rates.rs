//! Exchange rates (money 5.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::rails::PaymentRail;
use crate::scalar::{CurrencyCode, DateTime, ExchangeRate, MinorUnits, SampleAmount};

/// What a corridor costs now, all fees included.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRateEntry {
    /// What is sent.
    pub source_currency: Currency,
    /// The amount that this entry prices, in the smallest unit of the source currency.
    pub sending_amount: MinorUnits,
    /// The least that one payment may send.
    pub min_sending_amount: MinorUnits,
    /// The most that one payment may send.
    pub max_sending_amount: MinorUnits,
    /// What arrives.
    pub destination_currency: Currency,
    /// The default rail of the corridor.
    pub destination_payment_rail: PaymentRail,
    /// What would arrive, in the smallest unit of the destination currency.
    pub receiving_amount: MinorUnits,
    /// Sending over receiving amount, in major units, fees included.
    pub exchange_rate: ExchangeRate,
    /// What is taken, in the smallest unit of the source currency.
    pub fees: ExchangeRateFees,
    /// When the rate was taken.
    pub updated_at: DateTime,
}

/// The fees of a corridor, in the smallest unit of the source currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExchangeRateFees {
    /// The part that does not grow with the amount.
    pub fixed: MinorUnits,
    /// Everything.
    pub total: MinorUnits,
}

/// Which corridors to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExchangeRateFilter {
    /// From this currency; absent: from each of the platform's.
    pub source_currency: Option<CurrencyCode>,
    /// Into these currencies; may be repeated; absent: into all.
    #[schemars(length(max = 256))]
    pub destination_currency: Option<Vec<CurrencyCode>>,
    /// The amount to price, in the smallest unit of each source currency.
    #[serde(default)]
    pub sending_amount: SampleAmount,
}
