//! Cards as returned by the API, and the filters of their list (cards 3, 4).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardBrand, CardForm, CardState, CardStateReason};
use crate::page::SortOrder;
use crate::scalar::{
    CardId, CardSpendLimit, CurrencyCode, Cursor, CustomerId, DateTime, IdentifierFilter, InternalAccountId,
    Name, Nullable, PageLimit, Url,
};

/// A customer's debit card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// Card id, `Card:<uuid>`.
    pub id: CardId,
    /// The customer that holds the card.
    pub cardholder_id: CustomerId,
    /// The platform's own identifier; generated if the platform gave none.
    pub platform_card_id: Name,
    /// Current state of the card.
    pub state: CardState,
    /// Reason for closing the card; `null` while it is not closed.
    pub state_reason: Nullable<CardStateReason>,
    /// Card network; absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brand: Option<CardBrand>,
    /// Form of the card; always virtual at present.
    pub form: CardForm,
    /// Last four digits of the card number; absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last4: Option<Name>,
    /// Month of expiry: the card expires at its end. Absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 12))]
    pub exp_month: Option<u8>,
    /// Year of `expMonth`, four digits; absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exp_year: Option<i16>,
    /// Internal accounts that fund the card, in order of priority. The first account that can cover a payment
    /// is debited.
    pub funding_sources: Vec<InternalAccountId>,
    /// Maximum amount of one debit, in the smallest unit of the card's currency; `null` means no limit.
    pub max_spend_per_transaction: Nullable<CardSpendLimit>,
    /// Currency of the card and its transactions.
    pub currency: CurrencyCode,
    /// The processor's identifier of the card; absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_ref: Option<Name>,
    /// The issuer's identifier of the card; absent until the issuer has issued the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer_ref: Option<Name>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Short-lived URL of a page that shows the card number. Only when a single card is read with a token
    /// that has the permission `MANAGE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pan_embed_url: Option<Url>,
}

/// A link to a page that shows the number of a card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardRevealResponse {
    /// URL of a page that shows the card number, security code and expiry date to anyone who has the URL.
    pub pan_embed_url: Url,
    /// Expiry time of the URL (UTC).
    pub expires_at: DateTime,
}

/// Filters for the list of cards, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardFilter {
    /// Only cards of this customer.
    pub cardholder_id: Option<CustomerId>,
    /// Only cards funded by this internal account.
    pub account_id: Option<InternalAccountId>,
    /// Only the card with this `platformCardId`.
    pub platform_card_id: Option<IdentifierFilter>,
    /// Only cards in this state.
    pub state: Option<CardState>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
    /// Order by `createdAt`; newest first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}
