//! Operations on cards. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::example::{CARDHOLDER, WALLET};
use super::row::operations;
use crate::cards::{Card, CardCreateRequest, CardFilter, CardRevealResponse, CardUpdateRequest};
use crate::endpoint::Endpoint;

operations! {
    /// Debit cards of customers, funded by their internal accounts.
    ///
    /// On a platform without a card program, every operation fails with 501.
    Cards tagged "Cards";

    /// Issues a virtual debit card to an approved customer.
    ///
    /// The card is `PROCESSING` until the issuer responds; the event `CARD.STATE_CHANGE` reports the result.
    /// Fails with 409 if the `platformCardId` was used before, even for a card that was rejected.
    CreateCard = Post "/cards", Manage, key Honoured, body CardCreateRequest = json!({
        "cardholderId": CARDHOLDER, "form": "VIRTUAL", "fundingSources": [WALLET], "maxSpendPerTransaction": 50_000,
    }) => 201 one Card | 501;

    /// Lists cards, newest first.
    ListCards = Get "/cards", Any, query CardFilter = json!({ "state": "ACTIVE" }) => 200 page Card | 501;

    /// Returns a card.
    GetCardById = Get "/cards/{id}", Any => 200 one Card | 501;

    /// Changes a card: freezes, unfreezes or closes it, or replaces its funding sources or spending limit.
    ///
    /// Fails with 409 if the card is closed, or cannot change from its current state to the requested one.
    UpdateCardById = Patch "/cards/{id}", Manage,
        body CardUpdateRequest = json!({ "maxSpendPerTransaction": 20_000 }) => 200 one Card | 409 501;

    /// Returns a URL of a page that shows the card number.
    ///
    /// The URL is valid for five minutes. Each request returns a new URL; earlier ones stay valid until they
    /// expire. Fails with 409 if the card has no number yet, or is closed.
    RevealCard = Post "/cards/{id}/reveal", Manage => 200 one CardRevealResponse | 409 501;
}
