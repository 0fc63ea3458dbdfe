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
    /// The card is `PROCESSING` until the issuer has answered; `CARD.STATE_CHANGE` says what it has become.
    CreateCard = Post "/cards", Manage, key Honoured, body CardCreateRequest = json!({
        "cardholderId": CARDHOLDER, "form": "VIRTUAL", "fundingSources": [WALLET], "maxSpendPerTransaction": 50_000,
    }) => 201 one Card | 501;

    /// Lists cards, newest first.
    ListCards = Get "/cards", Any, query CardFilter = json!({ "state": "ACTIVE" }) => 200 page Card | 501;

    /// Shows one card.
    GetCardById = Get "/cards/{id}", Any => 200 one Card | 501;

    /// Changes a card: freezes it, lets it be used again, closes it, or replaces what funds or limits it.
    UpdateCardById = Patch "/cards/{id}", Manage,
        body CardUpdateRequest = json!({ "maxSpendPerTransaction": 20_000 }) => 200 one Card | 409 501;

    /// Gives the address of a page with the number of a card.
    ///
    /// The address is good for five minutes, and each request gives a new one.
    RevealCard = Post "/cards/{id}/reveal", Manage => 200 one CardRevealResponse | 409 501;
}
