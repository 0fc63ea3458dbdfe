//! What receivers take, before a quote is made (money 7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::platform::CounterpartyField;
use crate::scalar::{CustomerId, EstimatedRate, ExternalAccountId, LookupId, PositiveAmount, UmaAddress};

/// On whose behalf a receiver is looked up; neither: the platform's own. Both must name the same customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookupSender {
    /// The customer's UMA address.
    pub sender_uma_address: Option<UmaAddress>,
    /// The customer's id.
    pub customer_id: Option<CustomerId>,
}

/// A currency that a receiver takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyPreference {
    /// Which currency.
    pub currency: Currency,
    /// Receiving units per one sending unit, in major units, before fees. It is not held: a quote holds its own.
    pub estimated_exchange_rate: EstimatedRate,
    /// The least that can be received at once, in the smallest unit of the currency.
    pub min: PositiveAmount,
    /// The most that can be received at once, in the smallest unit of the currency.
    pub max: PositiveAmount,
}

/// What the holder of a UMA address takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiverUmaLookupResponse {
    /// Names this look-up in a quote; for fifteen minutes.
    pub lookup_id: LookupId,
    /// What the receiver takes, in its order of preference.
    pub supported_currencies: Vec<CurrencyPreference>,
    /// What the receiver wants to know about the sender. What the customer's record has need not be sent again.
    pub required_payer_data_fields: Vec<CounterpartyField>,
    /// Who was looked up.
    pub receiver_uma_address: UmaAddress,
}

/// What an external account takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiverExternalAccountLookupResponse {
    /// Names this look-up in a quote; for fifteen minutes.
    pub lookup_id: LookupId,
    /// The account's currency.
    pub supported_currencies: Vec<CurrencyPreference>,
    /// What a payment to the account needs to say about the sender. What the customer's record has need not be sent
    /// again.
    pub required_payer_data_fields: Vec<CounterpartyField>,
    /// Which account was looked up.
    pub account_id: ExternalAccountId,
}
