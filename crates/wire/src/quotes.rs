//! Quotes (money 8).

pub use causeway_vocabulary::quotes::{PurposeOfPayment, QuoteStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::counterparty::PartyFacts;
use crate::money::Currency;
use crate::payment_instructions::PaymentInstructions;
use crate::platform::FixedFee;
use crate::rails::PaymentRail;
use crate::sca::{ScaChallenge, ScaFactor};
use crate::scalar::{
    AccountRef, Bps, CurrencyCode, CustomerId, DateTime, ExchangeRate, FeeRate, LockedAmount, LookupId,
    MinorUnits, Multiplier, Name, PositiveAmount, QuoteId, Text, TransactionId, UmaAddress,
};
use causeway_vocabulary::named;

named! {
    /// Which side of a quote is fixed; the other follows from rate and fees.
    pub enum QuoteLockSide { Sending = "SENDING", Receiving = "RECEIVING" }
}

/// A transfer to be priced.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// The lookup that showed what the receiver takes; needed for UMA destinations.
    pub lookup_id: Option<LookupId>,
    /// Where the money comes from.
    pub source: QuoteSource,
    /// Where it goes.
    pub destination: QuoteDestination,
    /// Which side the amount fixes.
    pub locked_currency_side: QuoteLockSide,
    /// The amount, in the smallest unit of that side's currency.
    pub locked_currency_amount: LockedAmount,
    /// Whether to execute at once, or not at all.
    #[serde(default)]
    pub immediately_execute: bool,
    /// Shown on the transaction.
    pub description: Option<Text>,
    /// Passed on to the receiver's bank.
    #[schemars(length(min = 1, max = 80))]
    pub remittance_information: Option<String>,
    /// Why the money is sent; some corridors ask for it.
    pub purpose_of_payment: Option<PurposeOfPayment>,
    /// Replaces the platform's standing fees for this quote.
    pub platform_fee_override: Option<PlatformFeeOverride>,
    /// The factor for strong authentication, where the customer needs it.
    pub sca_factor: Option<ScaFactor>,
    /// Facts about the sender that the receiver asks for and the customer record lacks.
    pub sender_customer_info: Option<PartyFacts>,
}

/// Where the money of a quote comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "sourceType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuoteSource {
    /// An account that the service can debit, or an external account that it can debit.
    Account(AccountQuoteSource),
    /// Money that somebody will pay in for this quote.
    RealtimeFunding(RealtimeFundingQuoteSource),
    /// The same, with the payer named by UMA address.
    UmaAddress(UmaAddressQuoteSource),
}

/// An account that the service can debit, or an external account that it can debit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountQuoteSource {
    /// The account.
    pub account_id: AccountRef,
    /// On whose behalf the platform's own account pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
}

/// Money that somebody will pay in for this quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RealtimeFundingQuoteSource {
    /// On whose behalf it is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// In which currency.
    pub currency: CurrencyCode,
    /// Over which chain; needed for stablecoins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_network: Option<Name>,
}

/// The platform's own customer, named by UMA address, who will pay in for this quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressQuoteSource {
    /// The customer's address.
    pub uma_address: UmaAddress,
    /// In which currency it is paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// Where the money of a quote goes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuoteDestination {
    /// An account of the platform or its customers, internal or external.
    Account(AccountDestination),
    /// A receiver at any UMA provider.
    UmaAddress(UmaAddressDestination),
}

/// An account as destination; its currency is its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountDestination {
    /// The account.
    pub account_id: AccountRef,
    /// The rail to take; absent: the account's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_rail: Option<PaymentRail>,
}

/// A UMA receiver as destination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressDestination {
    /// The receiver's address.
    pub uma_address: UmaAddress,
    /// One of the receiver's currencies; absent: its first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// Fees of the platform for one quote, in place of its standing ones (money 11).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformFeeOverride {
    /// The part that does not grow with the amount.
    pub platform_fixed_fee: FixedFee,
    /// The part that does.
    pub platform_variable_fee_bps: Bps,
}

/// How to carry a quote out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExecuteQuoteRequest {
    /// The factor for strong authentication, where the customer needs it.
    pub sca_factor: Option<ScaFactor>,
}

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Its id.
    pub id: QuoteId,
    /// Where it stands.
    pub status: QuoteStatus,
    /// When it was made.
    pub created_at: DateTime,
    /// Until when it can be executed or funded.
    pub expires_at: DateTime,
    /// Where the money comes from.
    pub source: QuoteSource,
    /// Where it goes.
    pub destination: QuoteDestination,
    /// What is sent.
    pub sending_currency: Currency,
    /// What arrives.
    pub receiving_currency: Currency,
    /// What the sender pays, fees included.
    pub total_sending_amount: PositiveAmount,
    /// What the receiver gets.
    pub total_receiving_amount: PositiveAmount,
    /// Sending over receiving units, net of fees.
    pub exchange_rate: ExchangeRate,
    /// All fees, in the sending currency.
    pub fees_included: MinorUnits,
    /// The platform's part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees_included: Option<MinorUnits>,
    /// How to pay in, or what the wallet must sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_instructions: Option<Vec<PaymentInstructions>>,
    /// The transaction that carries the quote out.
    pub transaction_id: TransactionId,
    /// What the receiver's side said about the receiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// How the rate comes about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<OutgoingRateDetails>,
    /// The authentication that is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sca_challenge: Option<ScaChallenge>,
}

/// How the rate of an outgoing payment comes about (money 6.2).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingRateDetails {
    /// From the reference unit to the receiving currency.
    pub counterparty_multiplier: Multiplier,
    /// The partner's fixed fee, in the receiving currency.
    pub counterparty_fixed_fee: MinorUnits,
    /// From the sending currency to the reference unit, net of the variable fee.
    pub svc_api_multiplier: Multiplier,
    /// The service's fixed fee, shown in the receiving currency.
    pub svc_api_fixed_fee: MinorUnits,
    /// The service's variable fee as a fraction.
    pub svc_api_variable_fee_rate: FeeRate,
    /// The same as an amount, shown in the receiving currency.
    pub svc_api_variable_fee_amount: MinorUnits,
}
