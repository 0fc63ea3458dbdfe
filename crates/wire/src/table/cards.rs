use serde_json::json;

use super::Operation;
use super::example::{CARDHOLDER, WALLET};
use super::row::operations;
use crate::cards::{Card, CardCreateRequest, CardFilter, CardRevealResponse, CardUpdateRequest};
use crate::endpoint::Endpoint;

operations! {
    /// Debit cards of customers, funded by their internal accounts.
    Cards tagged "Cards";

    /// Issues a virtual debit card to an approved customer.
    ///
    /// The card is `PROCESSING` until the issuer responds; `CARD.STATE_CHANGE` reports the result.
    CreateCard = Post "/cards", Manage, key Honoured, body CardCreateRequest = json!({
        "cardholderId": CARDHOLDER, "form": "VIRTUAL", "fundingSources": [WALLET], "maxSpendPerTransaction": 50_000,
    }) => 201 one Card | 501;

    /// Lists cards, newest first.
    ListCards = Get "/cards", Any, query CardFilter = json!({ "state": "ACTIVE" }) => 200 page Card | 501;

    /// Returns a card.
    GetCardById = Get "/cards/{id}", Any => 200 one Card | 501;

    /// Changes a card: freezes, unfreezes or closes it, or replaces its funding sources or spending limit.
    UpdateCardById = Patch "/cards/{id}", Manage,
        body CardUpdateRequest = json!({ "maxSpendPerTransaction": 20_000 }) => 200 one Card | 409 501;

    /// Returns the address of a page that shows the card number.
    ///
    /// The address is valid for five minutes, and each request returns a new one.
    RevealCard = Post "/cards/{id}/reveal", Manage => 200 one CardRevealResponse | 409 501;
}
