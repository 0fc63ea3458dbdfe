//! Simulations of the outside world (money 13.2).

use causeway_vocabulary::stablecoins::StablecoinFundingEvent;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::{
    CardAmount, CardTransactionId, ClearedCardAmount, CurrencyCode, CustomerId, FundAmount, QuoteId,
    SentAmount, UmaAddress,
};
use crate::transactions::CardMerchant;

/// Money to be put into an internal account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct FundRequest {
    /// In the smallest unit of the account's currency.
    pub amount: FundAmount,
}

/// What the payer of a quote pays in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxSendRequest {
    /// The quote.
    pub quote_id: QuoteId,
    /// The currency that is paid in; must be the quote's sending currency.
    pub currency_code: CurrencyCode,
    /// How much, in its smallest unit; absent: exactly what the quote wants.
    pub currency_amount: Option<SentAmount>,
}

/// What one of the sandbox's counterparties pays.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxUmaReceiveRequest {
    /// The counterparty.
    pub sender_uma_address: UmaAddress,
    /// The receiver, by address; or by id.
    pub receiver_uma_address: Option<UmaAddress>,
    /// The receiver, by id; or by address.
    pub customer_id: Option<CustomerId>,
    /// The currency that arrives; one that the receiver takes.
    pub receiving_currency_code: CurrencyCode,
    /// How much, in its smallest unit.
    pub receiving_currency_amount: SentAmount,
}

/// What happens to a mint or burn that waits to be funded from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct SandboxStablecoinFundingRequest {
    /// Absent: the full funds arrive.
    #[serde(default = "funds_received")]
    pub event: StablecoinFundingEvent,
}

const fn funds_received() -> StablecoinFundingEvent {
    StablecoinFundingEvent::FundsReceived
}

/// What a card's network asks for: an authorization of whatever kind.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardAuthorizationRequest {
    /// How much, in the smallest unit of the card's currency.
    pub amount: CardAmount,
    /// The card's currency.
    pub currency: SandboxCardCurrency,
    /// Where the card is used.
    pub merchant: CardMerchant,
}

/// A currency, of which only the code is read.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardCurrency {
    /// Its code; must be that of the card's currency.
    pub code: CurrencyCode,
}

/// A question of a card's network whether the card is good.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct SandboxCardBalanceInquiryRequest {
    /// Where the card is used.
    pub merchant: CardMerchant,
}

/// What a card transaction is authorized for from now on.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardAuthorizationAdviceRequest {
    /// The card transaction.
    pub card_transaction_id: CardTransactionId,
    /// The new total, in the smallest unit of the card's currency.
    pub amount: CardAmount,
}

/// What the network has cleared of a card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardClearingRequest {
    /// The card transaction.
    pub card_transaction_id: CardTransactionId,
    /// How much, in the smallest unit of the card's currency; 0 where nothing more comes.
    pub amount: ClearedCardAmount,
}

/// What a merchant gives back.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardReturnRequest {
    /// The card transaction.
    pub card_transaction_id: CardTransactionId,
    /// How much, in the smallest unit of the card's currency.
    pub amount: CardAmount,
}

/// A card transaction whose latest return is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxCardTransactionRefRequest {
    /// The card transaction.
    pub card_transaction_id: CardTransactionId,
}
