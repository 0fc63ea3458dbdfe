//! Card transactions (cards 8.1).

use std::borrow::Cow;

use causeway_vocabulary::card_transactions::CardTransactionStatus;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

use super::TransactionDirection;
use crate::money::CurrencyAmount;
use crate::scalar::{
    CardId, CardTransactionId, CurrencyCode, CustomerId, DateTime, InternalAccountId, Name, text,
};

text::texts! {
    /// Merchant category code, four digits (ISO 18245).
    MerchantCategory { "pattern": r"^[0-9]{4}$" }

    /// Country of a merchant, two upper-case letters.
    MerchantCountry { "pattern": r"^[A-Z]{2}$" }
}

/// A single card transaction as the response of a simulation: the same object as in lists of transactions,
/// with its `type`.
#[derive(Debug, Clone, PartialEq)]
pub struct CardSimulation(pub Box<CardTransaction>);

impl Serialize for CardSimulation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
        enum TaggedTransaction<'a> {
            Card(&'a CardTransaction),
        }
        TaggedTransaction::Card(&self.0).serialize(serializer)
    }
}

/// Uses the schema of `CardTransaction`, to which the union of transactions adds the `type`.
impl JsonSchema for CardSimulation {
    fn schema_name() -> Cow<'static, str> {
        CardTransaction::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        CardTransaction::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        CardTransaction::json_schema(generator)
    }
}

/// One authorization of a card with its pulls, clearings and returns. Amounts are in the card's currency.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTransaction {
    /// Card transaction id, `CardTransaction:<uuid>`.
    pub id: CardTransactionId,
    /// Card id, `Card:<uuid>`.
    pub card_id: CardId,
    /// Customer id of the cardholder.
    pub customer_id: CustomerId,
    /// The platform's own identifier of the cardholder.
    pub platform_customer_id: Name,
    /// The issuer's identifier of the transaction.
    pub issuer_transaction_token: Name,
    /// Status of the transaction.
    pub status: CardTransactionStatus,
    /// Direction: `DEBIT` takes money from the account, `CREDIT` adds money to it.
    pub direction: TransactionDirection,
    /// Merchant at which the card was used.
    pub merchant: CardMerchant,
    /// Currently authorized total.
    pub authorized_amount: CurrencyAmount,
    /// Sum of the clearings; absent until the first clearing or the end of the authorization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_amount: Option<CurrencyAmount>,
    /// Sum of the returns that were not reversed; absent until the first return.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_amount: Option<CurrencyAmount>,
    /// Internal account that funds the transaction.
    pub account_id: InternalAccountId,
    /// Debits of the funding account.
    pub pull_summary: CardPullSummary,
    /// Returns of the merchant.
    pub refund_summary: CardRefundSummary,
    /// Clearings of the card network.
    pub settlement_summary: CardSettlementSummary,
    /// Destination of the transaction: the card.
    pub destination: CardTransactionDestination,
    /// Reason of a decline; present only if the transaction was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_reason: Option<Name>,
    /// Time of the authorization decision.
    pub authorized_at: DateTime,
    /// Time of the latest event after the authorization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_event_at: Option<DateTime>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// Merchant at which a card was used, as reported by the card network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardMerchant {
    /// Merchant name on statements.
    pub descriptor: Name,
    /// Merchant category code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcc: Option<MerchantCategory>,
    /// Country of the merchant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<MerchantCountry>,
}

/// Debits (pulls) of the funding account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardPullSummary {
    /// Number of pulls, failed ones included.
    pub count: u32,
    /// Sum of the pulls that did not fail, less the parts that were released.
    pub total_amount: i64,
    /// Number of pulls that are not confirmed yet.
    pub pending_count: u32,
}

/// Returns that were not reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardRefundSummary {
    /// Number of returns.
    pub count: u32,
    /// Sum of the returns.
    pub total_amount: i64,
}

/// Clearings of the card network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSettlementSummary {
    /// Number of clearings.
    pub count: u32,
    /// Sum of the clearings.
    pub total_amount: i64,
}

/// Destination of a card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CardTransactionDestination {
    /// The card itself.
    Card(CardDestination),
}

/// A card as destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardDestination {
    /// Card id, `Card:<uuid>`.
    pub card_id: CardId,
    /// Currency of the card.
    pub currency: CurrencyCode,
}
