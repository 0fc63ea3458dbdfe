//! A card transaction (cards 8.1).

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
    /// The category of a merchant, four digits (ISO 18245).
    MerchantCategory { "pattern": r"^[0-9]{4}$" }

    /// The country of a merchant, two upper-case letters.
    MerchantCountry { "pattern": r"^[A-Z]{2}$" }
}

/// A card transaction by itself, as the simulations of its network answer it: as it stands among transactions, with its
/// type.
#[derive(Debug, Clone, PartialEq)]
pub struct CardSimulation(pub Box<CardTransaction>);

impl Serialize for CardSimulation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
        enum Tagged<'a> {
            Card(&'a CardTransaction),
        }
        Tagged::Card(&self.0).serialize(serializer)
    }
}

/// The schema is the one that the union of transactions has given its type.
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

/// One authorization of a card with everything that was reconciled against it. Amounts are in the card's currency.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardTransaction {
    /// Its id.
    pub id: CardTransactionId,
    /// The card.
    pub card_id: CardId,
    /// The cardholder.
    pub customer_id: CustomerId,
    /// The platform's own identifier for the cardholder.
    pub platform_customer_id: Name,
    /// What the issuer calls it.
    pub issuer_transaction_token: Name,
    /// Where it stands.
    pub status: CardTransactionStatus,
    /// Out of the account or into it.
    pub direction: TransactionDirection,
    /// Where the card was used.
    pub merchant: CardMerchant,
    /// What is authorized.
    pub authorized_amount: CurrencyAmount,
    /// What was cleared; absent until something was, or nothing more comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_amount: Option<CurrencyAmount>,
    /// What was returned; absent until something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_amount: Option<CurrencyAmount>,
    /// The funding source.
    pub account_id: InternalAccountId,
    /// What was debited.
    pub pull_summary: CardPullSummary,
    /// What was returned.
    pub refund_summary: CardRefundSummary,
    /// What was cleared.
    pub settlement_summary: CardSettlementSummary,
    /// Where the money went.
    pub destination: CardTransactionDestination,
    /// Why it was declined; of declined ones only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_reason: Option<Name>,
    /// When it was decided about.
    pub authorized_at: DateTime,
    /// When the latest event after that was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_event_at: Option<DateTime>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// Where a card was used, as its network reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardMerchant {
    /// Its name on statements.
    pub descriptor: Name,
    /// Its category.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcc: Option<MerchantCategory>,
    /// Its country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<MerchantCountry>,
}

/// Debits of the funding source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardPullSummary {
    /// How many, failed ones included.
    pub count: u32,
    /// The sum of those that did not fail, without what was released again.
    pub total_amount: i64,
    /// How many are not confirmed yet.
    pub pending_count: u32,
}

/// Returns that were not reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardRefundSummary {
    /// How many.
    pub count: u32,
    /// Their sum.
    pub total_amount: i64,
}

/// Clearings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardSettlementSummary {
    /// How many.
    pub count: u32,
    /// Their sum.
    pub total_amount: i64,
}

/// The destination of what a card pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "destinationType", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CardTransactionDestination {
    /// A card.
    Card(CardDestination),
}

/// A card as destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardDestination {
    /// The card.
    pub card_id: CardId,
    /// Its currency.
    pub currency: CurrencyCode,
}
