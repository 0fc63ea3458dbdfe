//! Lookups of receivers before a quote (money 7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::Currency;
use crate::platforms::CounterpartyField;
use crate::scalar::{CustomerId, EstimatedRate, ExternalAccountId, LookupId, PositiveAmount, UmaAddress};

/// Sender of the payment that a lookup prepares. If neither member is given, the platform itself is the
/// sender; if both are given, they must name the same customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookupSender {
    /// UMA address of the sending customer.
    pub sender_uma_address: Option<UmaAddress>,
    /// Id of the sending customer.
    pub customer_id: Option<CustomerId>,
}

/// A currency that the receiver accepts.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyPreference {
    /// Currency in which the receiver is paid.
    pub currency: Currency,
    /// Indicative rate: receiving units per sending unit, in major units, before fees. Only a quote locks a
    /// rate.
    pub estimated_exchange_rate: EstimatedRate,
    /// Smallest amount of one payment, in the smallest unit of this currency.
    pub min: PositiveAmount,
    /// Largest amount of one payment, in the smallest unit of this currency.
    pub max: PositiveAmount,
}

/// Result of looking up a UMA address.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiverUmaLookupResponse {
    /// Id of this lookup, for use in a quote within 15 minutes.
    pub lookup_id: LookupId,
    /// Currencies that the receiver accepts, in the receiver's order of preference.
    pub supported_currencies: Vec<CurrencyPreference>,
    /// Sender fields that the receiver asks for. Fields that the customer's record already has need not be
    /// sent again.
    pub required_payer_data_fields: Vec<CounterpartyField>,
    /// UMA address that was looked up.
    pub receiver_uma_address: UmaAddress,
}

/// Result of looking up an external account.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiverExternalAccountLookupResponse {
    /// Id of this lookup, for use in a quote within 15 minutes.
    pub lookup_id: LookupId,
    /// The account's currency, as the only entry.
    pub supported_currencies: Vec<CurrencyPreference>,
    /// Sender fields that a payment to this account needs. Fields that the customer's record already has need
    /// not be sent again.
    pub required_payer_data_fields: Vec<CounterpartyField>,
    /// External account that was looked up.
    pub account_id: ExternalAccountId,
}
