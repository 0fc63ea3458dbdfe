//! What is asked about a card (cards 2, 5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::CardForm;
use crate::scalar::{CardSpendLimit, CustomerId, InternalAccountId, Name, Patch, text};
use causeway_vocabulary::named;

text::secret_texts! {
    /// A password for payments on the internet, where the card's program has such.
    ThreeDSecurePassword { "minLength": 8, "maxLength": 36 }
}

/// A card to be issued.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardCreateRequest {
    /// Whose it is to be.
    pub cardholder_id: CustomerId,
    /// What the platform calls it; never used for another card, also after a rejection.
    pub platform_card_id: Option<Name>,
    /// A password for payments on the internet, where the card's program has such.
    pub three_d_secure_password: Option<ThreeDSecurePassword>,
    /// What it is to be.
    pub form: CardForm,
    /// What funds it: the first account that can is debited.
    #[schemars(length(min = 1, max = 10))]
    pub funding_sources: Vec<InternalAccountId>,
    /// The most that one debit may be, in the smallest unit of the card's currency.
    #[serde(default)]
    pub max_spend_per_transaction: Option<CardSpendLimit>,
}

/// What to change of a card; at least one field. All of it happens, or nothing.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardUpdateRequest {
    /// Freezes the card, lets it be used again, or closes it for good.
    pub state: Option<CardTargetState>,
    /// Replaces the list.
    #[schemars(length(min = 1, max = 10))]
    pub funding_sources: Option<Vec<InternalAccountId>>,
    /// Replaces the limit; `null` removes it.
    #[serde(default)]
    pub max_spend_per_transaction: Patch<CardSpendLimit>,
}

named! {
    /// Where a platform can put its card.
    pub enum CardTargetState {
        Active = "ACTIVE",
        Frozen = "FROZEN",
        /// For good.
        Closed = "CLOSED",
    }
}
