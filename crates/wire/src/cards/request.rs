//! Requests to issue and change cards (cards 2, 5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::CardForm;
use crate::scalar::{CardSpendLimit, CustomerId, InternalAccountId, Name, Patch, text};
use causeway_vocabulary::named;

text::secret_texts! {
    /// A static password for online payments (3-D Secure), if the card program supports one.
    ThreeDSecurePassword { "minLength": 8, "maxLength": 36 }
}

/// A card to issue.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardCreateRequest {
    /// The cardholder: the customer to whom the card is issued.
    pub cardholder_id: CustomerId,
    /// The platform's own identifier of the card; generated if absent. It can never be used for another card,
    /// even if the issuer rejects the new card.
    pub platform_card_id: Option<Name>,
    /// Static password for online payments (3-D Secure), if the card program supports one.
    pub three_d_secure_password: Option<ThreeDSecurePassword>,
    /// Form of the card; always virtual at present.
    pub form: CardForm,
    /// Internal accounts that fund the card, in order of priority. The first account that can cover a payment
    /// is debited.
    #[schemars(length(min = 1, max = 10))]
    pub funding_sources: Vec<InternalAccountId>,
    /// Maximum amount of one debit, in the smallest unit of the card's currency; unlimited if absent.
    #[serde(default)]
    pub max_spend_per_transaction: Option<CardSpendLimit>,
}

/// Changes to a card. At least one field is required. Either all changes apply or none.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardUpdateRequest {
    /// Freezes the card, unfreezes it, or closes it permanently.
    pub state: Option<CardTargetState>,
    /// Replaces the list of funding sources.
    #[schemars(length(min = 1, max = 10))]
    pub funding_sources: Option<Vec<InternalAccountId>>,
    /// Replaces the limit; `null` removes it.
    #[serde(default)]
    pub max_spend_per_transaction: Patch<CardSpendLimit>,
}

named! {
    /// A state that the platform can set.
    pub enum CardTargetState {
        Active = "ACTIVE",
        Frozen = "FROZEN",
        /// Closed permanently.
        Closed = "CLOSED",
    }
}
