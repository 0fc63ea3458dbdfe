//! Sources and destinations of transactions.

use schemars::JsonSchema;
use serde::Serialize;

use crate::rails::{CryptoNetwork, PaymentRail};
use crate::scalar::{AccountRef, CurrencyCode, CustomerId, Name, Text, UmaAddress};

/// Source of a transaction.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "sourceType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionSource {
    /// An internal or external account.
    Account(AccountTransactionSource),
    /// A sender at a UMA provider.
    UmaAddress(UmaAddressTransactionSource),
    /// A payer outside the service.
    RealtimeFunding(Box<RealtimeFundingTransactionSource>),
}

/// An account as source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountTransactionSource {
    /// Account id, internal or external.
    pub account_id: AccountRef,
    /// Currency debited from the account.
    pub currency: CurrencyCode,
    /// On-chain transfer that brought the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// A UMA sender as source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressTransactionSource {
    /// UMA address of the sender.
    pub uma_address: UmaAddress,
    /// Currency that the sender sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// A payer outside the service. Only the data that the rail provides is present.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RealtimeFundingTransactionSource {
    /// Customer for whom the payer paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Currency that was paid in.
    pub currency: CurrencyCode,
    /// Name of the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_holder_name: Option<Name>,
    /// Account number of the payer, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_identifier: Option<Name>,
    /// Bank of the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<Name>,
    /// Bank code of the payer's bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_identifier: Option<Name>,
    /// Rail of the incoming payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_rail: Option<PaymentRail>,
    /// Remittance text of the payer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<Text>,
    /// The payer's own reference, as passed on by the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_to_end_id: Option<Name>,
    /// Reference given by the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_number: Option<Name>,
    /// On-chain transfer that brought the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// Destination of a transaction.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionDestination {
    /// An internal or external account.
    Account(AccountTransactionDestination),
    /// A receiver at a UMA provider.
    UmaAddress(UmaAddressTransactionDestination),
}

/// An account as destination.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountTransactionDestination {
    /// Account id, internal or external.
    pub account_id: AccountRef,
    /// Currency that arrives in the account.
    pub currency: CurrencyCode,
    /// On-chain transfer that delivered the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain_transaction: Option<OnChainTransaction>,
}

/// A UMA receiver as destination.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressTransactionDestination {
    /// UMA address of the receiver.
    pub uma_address: UmaAddress,
    /// Currency that arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// An on-chain transfer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnChainTransaction {
    /// Hash of the transfer.
    pub transaction_hash: Name,
    /// Network of the transfer.
    pub network: CryptoNetwork,
}
