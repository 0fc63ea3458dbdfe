//! Quotes (money 8).

pub use causeway_vocabulary::quotes::{PurposeOfPayment, QuoteStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::counterparty::PartyFacts;
use crate::money::Currency;
use crate::payment_instructions::PaymentInstructions;
use crate::platforms::FixedFee;
use crate::rails::PaymentRail;
use crate::sca::{ScaChallenge, ScaFactor};
use crate::scalar::{
    AccountRef, Bps, CurrencyCode, CustomerId, DateTime, ExchangeRate, FeeRate, LockedAmount, LookupId,
    MinorUnits, Multiplier, Name, PositiveAmount, QuoteId, Text, TransactionId, UmaAddress,
};
use causeway_vocabulary::named;

named! {
    /// The side of a quote whose amount is fixed; the other side follows from rate and fees.
    pub enum QuoteLockSide { Sending = "SENDING", Receiving = "RECEIVING" }
}

/// A payment to price.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// Lookup of the receiver; required for UMA destinations.
    pub lookup_id: Option<LookupId>,
    /// Source of the money.
    pub source: QuoteSource,
    /// Destination of the money.
    pub destination: QuoteDestination,
    /// Side to which `lockedCurrencyAmount` applies.
    pub locked_currency_side: QuoteLockSide,
    /// Amount, in the smallest unit of the locked side's currency.
    pub locked_currency_amount: LockedAmount,
    /// `true` to execute the quote at once. If that is not possible, no quote is created.
    #[serde(default)]
    pub immediately_execute: bool,
    /// Description, shown on the transaction.
    pub description: Option<Text>,
    /// Remittance information, passed on to the receiver's bank.
    #[schemars(length(min = 1, max = 80))]
    pub remittance_information: Option<String>,
    /// Purpose of the payment; required in some corridors.
    pub purpose_of_payment: Option<PurposeOfPayment>,
    /// Platform fees for this quote, in place of the standing fees.
    pub platform_fee_override: Option<PlatformFeeOverride>,
    /// Factor for strong customer authentication (SCA), if the customer needs it. `SMS_OTP` if absent; `TOTP`
    /// is refused.
    pub sca_factor: Option<ScaFactor>,
    /// Data about the sender that the receiver requests and the customer record lacks.
    pub sender_customer_info: Option<PartyFacts>,
}

/// The source of a quote's money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "sourceType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuoteSource {
    /// An internal account, or an external account that the service can debit.
    Account(AccountQuoteSource),
    /// Real-time funding: a payment into the service for this quote.
    RealtimeFunding(RealtimeFundingQuoteSource),
    /// Real-time funding on behalf of the customer with this UMA address.
    UmaAddress(UmaAddressQuoteSource),
}

/// An internal account, or an external account that the service can debit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountQuoteSource {
    /// The account to debit.
    pub account_id: AccountRef,
    /// The customer on whose behalf one of the platform's own accounts pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
}

/// Real-time funding: a payment into the service for this quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RealtimeFundingQuoteSource {
    /// The customer on whose behalf the payment is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// Currency of the payment.
    pub currency: CurrencyCode,
    /// Chain of the payment; required for stablecoins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crypto_network: Option<Name>,
}

/// Real-time funding on behalf of one of the platform's customers, identified by UMA address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressQuoteSource {
    /// UMA address of the customer.
    pub uma_address: UmaAddress,
    /// Currency of the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// The destination of a quote's money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuoteDestination {
    /// An internal or external account of the platform or its customers.
    Account(AccountDestination),
    /// A receiver at any UMA provider.
    UmaAddress(UmaAddressDestination),
}

/// An account as destination. The payment arrives in the account's currency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountDestination {
    /// The account to credit.
    pub account_id: AccountRef,
    /// Rail to use; the account's default if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_rail: Option<PaymentRail>,
}

/// A UMA receiver as destination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaAddressDestination {
    /// UMA address of the receiver.
    pub uma_address: UmaAddress,
    /// One of the receiver's currencies; the first one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<CurrencyCode>,
}

/// Platform fees for one quote, in place of the standing fees (money 11).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlatformFeeOverride {
    /// Fixed part of the fees.
    pub platform_fixed_fee: FixedFee,
    /// Variable part of the fees, in basis points.
    pub platform_variable_fee_bps: Bps,
}

/// Options for the execution of a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExecuteQuoteRequest {
    /// Factor for strong customer authentication (SCA), if the customer needs it. `SMS_OTP` if absent; `TOTP`
    /// is refused.
    pub sca_factor: Option<ScaFactor>,
}

/// A priced offer to move money.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Quote id, `Quote:<uuid>`.
    pub id: QuoteId,
    /// Current status of the quote.
    pub status: QuoteStatus,
    /// Creation time.
    pub created_at: DateTime,
    /// Time until which the quote can be executed or funded (UTC).
    pub expires_at: DateTime,
    /// Source of the money.
    pub source: QuoteSource,
    /// Destination of the money.
    pub destination: QuoteDestination,
    /// Currency that the sender pays.
    pub sending_currency: Currency,
    /// Currency that the receiver gets.
    pub receiving_currency: Currency,
    /// Total that the sender pays, fees included, in the smallest unit of the sending currency.
    pub total_sending_amount: PositiveAmount,
    /// Total that the receiver gets, in the smallest unit of the receiving currency.
    pub total_receiving_amount: PositiveAmount,
    /// Sending units per receiving unit, in major units, net of fees.
    pub exchange_rate: ExchangeRate,
    /// All fees, in the smallest unit of the sending currency.
    pub fees_included: MinorUnits,
    /// Platform fees within `feesIncluded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees_included: Option<MinorUnits>,
    /// Instructions for funding the quote, or the payload that the wallet must sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_instructions: Option<Vec<PaymentInstructions>>,
    /// Transaction that executes the quote.
    pub transaction_id: TransactionId,
    /// Data about the receiver, as given by the receiver's provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// Components of the exchange rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<OutgoingRateDetails>,
    /// Pending challenge of strong customer authentication (SCA).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sca_challenge: Option<ScaChallenge>,
}

/// The components of an outgoing payment's exchange rate (money 6.2).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingRateDetails {
    /// Factor from the reference unit to the receiving currency.
    pub counterparty_multiplier: Multiplier,
    /// Fixed fee of the partner, in the smallest unit of the receiving currency.
    pub counterparty_fixed_fee: MinorUnits,
    /// Factor from the sending currency to the reference unit, net of the variable fee.
    pub svc_api_multiplier: Multiplier,
    /// Fixed fee of the service, in the smallest unit of the receiving currency.
    pub svc_api_fixed_fee: MinorUnits,
    /// Variable fee of the service, as a fraction.
    pub svc_api_variable_fee_rate: FeeRate,
    /// Variable fee of the service as an amount, in the smallest unit of the receiving currency.
    pub svc_api_variable_fee_amount: MinorUnits,
}
