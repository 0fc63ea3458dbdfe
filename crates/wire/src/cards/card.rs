//! A card as it is shown, and how cards are listed (cards 3, 4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardBrand, CardForm, CardState, CardStateReason};
use crate::page::SortOrder;
use crate::scalar::{
    CardId, CardSpendLimit, CurrencyCode, Cursor, CustomerId, DateTime, IdentifierFilter, InternalAccountId,
    Name, Nullable, PageLimit, Url,
};

/// A debit card of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Its id.
    pub id: CardId,
    /// Whose it is.
    pub cardholder_id: CustomerId,
    /// What the platform calls it.
    pub platform_card_id: Name,
    /// Where it stands.
    pub state: CardState,
    /// Why it is closed.
    pub state_reason: Nullable<CardStateReason>,
    /// Whose network it is used in; absent until the issuer has issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<CardBrand>,
    /// What it is.
    pub form: CardForm,
    /// The last four digits of its number; absent until the issuer has issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last4: Option<Name>,
    /// The month at whose end it expires; absent until the issuer has issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 12))]
    pub exp_month: Option<u8>,
    /// The year of that month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exp_year: Option<i16>,
    /// What funds it: the first account that can is debited.
    pub funding_sources: Vec<InternalAccountId>,
    /// The most that one debit may be.
    pub max_spend_per_transaction: Nullable<CardSpendLimit>,
    /// In what it is used.
    pub currency: CurrencyCode,
    /// What the processor calls it; absent until the issuer has issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_ref: Option<Name>,
    /// What the issuer calls it; absent until the issuer has issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_ref: Option<Name>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// A page with its number, for a short time; only where one card is read by a token that may manage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pan_embed_url: Option<Url>,
}

/// The address of a page with the number of a card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardRevealResponse {
    /// Shows the number, the code and the expiry. Whoever has the address sees them.
    pub pan_embed_url: Url,
    /// From when on it shows nothing.
    pub expires_at: DateTime,
}

/// Which cards to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardFilter {
    /// Of this cardholder.
    pub cardholder_id: Option<CustomerId>,
    /// Funded by this account.
    pub account_id: Option<InternalAccountId>,
    /// What the platform calls it.
    pub platform_card_id: Option<IdentifierFilter>,
    /// In this state.
    pub state: Option<CardState>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
    /// By creation, newest first where nothing is said.
    #[serde(default)]
    pub sort_order: SortOrder,
}
