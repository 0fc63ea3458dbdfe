//! Sandbox simulations of payers, counterparties, card networks and stablecoin providers (money 13.2).

use causeway_vocabulary::stablecoins::StablecoinFundingEvent;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::{
    CardAmount, CardTransactionId, ClearedCardAmount, CurrencyCode, CustomerId, FundAmount, QuoteId,
    SentAmount, UmaAddress,
};
use crate::transactions::CardMerchant;

/// A simulated deposit into an internal account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct FundRequest {
    /// Amount in the smallest unit of the account's currency.
    pub amount: FundAmount,
}

/// A simulated payment that funds a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxSendRequest {
    /// Quote to fund; its source must be `REALTIME_FUNDING`.
    pub quote_id: QuoteId,
    /// Currency of the payment; must be the quote's sending currency.
    pub currency_code: CurrencyCode,
    /// Amount in the smallest unit of that currency. If absent, the exact amount of the quote.
    pub currency_amount: Option<SentAmount>,
}

/// A simulated UMA payment from a counterparty of the sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxUmaReceiveRequest {
    /// UMA address of the sending sandbox counterparty.
    pub sender_uma_address: UmaAddress,
    /// UMA address of the receiver. Required if `customerId` is absent; if both are given, they must agree.
    pub receiver_uma_address: Option<UmaAddress>,
    /// Id of the receiving customer. Required if `receiverUmaAddress` is absent.
    pub customer_id: Option<CustomerId>,
    /// Currency that arrives; the receiver must accept it.
    pub receiving_currency_code: CurrencyCode,
    /// Amount in the smallest unit of the receiving currency.
    pub receiving_currency_amount: SentAmount,
}

/// A simulated funding event of a mint or burn that waits for external funds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct SandboxStablecoinFundingRequest {
    /// Funding event. If absent, the full funds arrive.
    #[serde(default = "funds_received")]
    pub event: StablecoinFundingEvent,
}

const fn funds_received() -> StablecoinFundingEvent {
    StablecoinFundingEvent::FundsReceived
}

/// A simulated authorization request of a card network, of any kind.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardAuthorizationRequest {
    /// Amount in the smallest unit of the card's currency.
    pub amount: CardAmount,
    /// Currency of the amount.
    pub currency: SandboxCardCurrency,
    /// Merchant that accepts the card.
    pub merchant: CardMerchant,
}

/// A currency by its code; other members are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardCurrency {
    /// Currency code; must be the card's currency.
    pub code: CurrencyCode,
}

/// A simulated balance inquiry of a card network.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardBalanceInquiryRequest {
    /// Merchant that accepts the card.
    pub merchant: CardMerchant,
}

/// A simulated change of the authorized total of a card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardAuthorizationAdviceRequest {
    /// Open card transaction to change.
    pub card_transaction_id: CardTransactionId,
    /// New authorized total, in the smallest unit of the card's currency.
    pub amount: CardAmount,
}

/// A simulated clearing of a card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardClearingRequest {
    /// Open card transaction to clear.
    pub card_transaction_id: CardTransactionId,
    /// Cleared amount in the smallest unit of the card's currency; 0 if nothing more will be cleared.
    pub amount: ClearedCardAmount,
}

/// A simulated refund by a merchant.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardReturnRequest {
    /// Card transaction that is refunded; at least one clearing must exist.
    pub card_transaction_id: CardTransactionId,
    /// Refunded amount in the smallest unit of the card's currency.
    pub amount: CardAmount,
}

/// A simulated reversal of the latest refund of a card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardTransactionRefRequest {
    /// Card transaction to change; its latest return is reversed.
    pub card_transaction_id: CardTransactionId,
}
