//! Transfers in one currency (money 10.2, 10.3).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::quotes::PurposeOfPayment;
use crate::rails::PaymentRail;
use crate::scalar::{ExternalAccountId, InternalAccountId, TransferAmount};

/// Money to be debited from an external account, into an internal account that holds the same currency.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferInRequest {
    /// Where it is debited.
    pub source: ExternalAccountReference,
    /// Where it goes.
    pub destination: InternalAccountReference,
    /// How much, in the smallest unit of the currency. Required.
    pub amount: Option<TransferAmount>,
}

/// Money to be sent from an internal account to an external account in the same currency.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferOutRequest {
    /// Where it comes from.
    pub source: InternalAccountReference,
    /// Where it goes.
    pub destination: ExternalAccountDestinationReference,
    /// How much, in the smallest unit of the currency. Only a Lightning invoice that fixes its amount needs none.
    pub amount: Option<TransferAmount>,
    /// Passed on to the receiver's bank.
    #[schemars(length(max = 80))]
    pub remittance_information: Option<String>,
    /// Why the money is sent; some corridors ask for it.
    pub purpose_of_payment: Option<PurposeOfPayment>,
}

/// An account that the service holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InternalAccountReference {
    /// Its id.
    pub account_id: InternalAccountId,
}

/// The external account that is debited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountReference {
    /// Its id.
    pub account_id: ExternalAccountId,
}

/// The external account that is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAccountDestinationReference {
    /// Its id.
    pub account_id: ExternalAccountId,
    /// The rail to take; absent: the first of the account's that carries so much.
    pub payment_rail: Option<PaymentRail>,
}
