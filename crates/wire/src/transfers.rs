//! Same-currency transfers (money 10.2, 10.3).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::quotes::PurposeOfPayment;
use crate::rails::PaymentRail;
use crate::scalar::{ExternalAccountId, InternalAccountId, TransferAmount};

/// A direct debit of an external account into an internal account of the same currency.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferInRequest {
    /// External account to debit.
    pub source: ExternalAccountReference,
    /// Internal account to credit.
    pub destination: InternalAccountReference,
    /// Amount in the smallest unit of the currency. Required.
    pub amount: Option<TransferAmount>,
}

/// A transfer from an internal account to an external account of the same currency.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferOutRequest {
    /// Internal account to debit.
    pub source: InternalAccountReference,
    /// External account to pay.
    pub destination: ExternalAccountDestinationReference,
    /// Amount in the smallest unit of the currency. Required unless the destination is a Lightning invoice
    /// that fixes its amount.
    pub amount: Option<TransferAmount>,
    /// Text passed on to the receiver's bank, at most 80 characters.
    #[schemars(length(max = 80))]
    pub remittance_information: Option<String>,
    /// Purpose of the payment; required in some corridors.
    pub purpose_of_payment: Option<PurposeOfPayment>,
}

/// Reference to an internal account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountReference {
    /// Internal account id, `InternalAccount:<uuid>`.
    pub account_id: InternalAccountId,
}

/// Reference to the external account to debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountReference {
    /// External account id, `ExternalAccount:<uuid>`.
    pub account_id: ExternalAccountId,
}

/// Reference to the external account to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountDestinationReference {
    /// External account id, `ExternalAccount:<uuid>`.
    pub account_id: ExternalAccountId,
    /// Rail to use. If absent, the first of the account's rails whose limit covers the amount.
    pub payment_rail: Option<PaymentRail>,
}
