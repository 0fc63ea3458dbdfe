//! Simulations of the outside world (money 13.2).

use causeway_vocabulary::stablecoins::StablecoinFundingEvent;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::{CurrencyCode, CustomerId, FundAmount, QuoteId, SentAmount, UmaAddress};

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
