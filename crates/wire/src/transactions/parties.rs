//! Where the money of a transaction came from and went.

use schemars::JsonSchema;
use serde::Serialize;

use crate::rails::{CryptoNetwork, PaymentRail};
use crate::scalar::{AccountRef, CurrencyCode, CustomerId, Name, Text, UmaAddress};

/// Where the money of a transaction came from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "sourceType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionSource {
    /// An account.
    Account(AccountTransactionSource),
    /// A sender at a UMA provider.
    UmaAddress(UmaAddressTransactionSource),
    /// Somebody who paid in, described as well as the rail allows.
    RealtimeFunding(Box<RealtimeFundingTransactionSource>),
}

/// An account as source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountTransactionSource {
    /// The account.
    pub account_id: AccountRef,
    /// What left it.
    pub currency: CurrencyCode,
    /// The transfer on a chain that brought the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// A UMA sender as source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressTransactionSource {
    /// The sender's address.
    pub uma_address: UmaAddress,
    /// What was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// Somebody who paid in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RealtimeFundingTransactionSource {
    /// The customer on whose behalf it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// What was paid in.
    pub currency: CurrencyCode,
    /// The payer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_holder_name: Option<Name>,
    /// The payer's account, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_identifier: Option<Name>,
    /// The payer's bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<Name>,
    /// The bank's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_identifier: Option<Name>,
    /// The rail it came by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_rail: Option<PaymentRail>,
    /// What the payer wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<Text>,
    /// The payer's own reference, as passed on by the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_to_end_id: Option<Name>,
    /// The rail's own reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_number: Option<Name>,
    /// The transfer on a chain that brought the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// Where the money of a transaction went.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionDestination {
    /// An account.
    Account(AccountTransactionDestination),
    /// A receiver at a UMA provider.
    UmaAddress(UmaAddressTransactionDestination),
}

/// An account as destination.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountTransactionDestination {
    /// The account.
    pub account_id: AccountRef,
    /// What arrives in it.
    pub currency: CurrencyCode,
    /// The transfer on a chain that took the money there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// A UMA receiver as destination.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressTransactionDestination {
    /// The receiver's address.
    pub uma_address: UmaAddress,
    /// What arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// A transfer on a chain.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnChainTransaction {
    /// Its hash.
    pub transaction_hash: Name,
    /// The chain.
    pub network: CryptoNetwork,
}
