use std::sync::atomic::Ordering;

use causeway_wire::table::{Cards, Operation, Wallets};
use serde_json::{Value, json};

use super::wallets::challenged;
use super::{Facts, MANAGE, Resource, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: Some(Resource {
        type_name: "Card",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.card["id"],
    }),
    shown: |_| vec!["/cards".to_owned()],
    filters: |world| {
        vec![
            ("cardholderId", world.card["cardholderId"].clone()),
            ("platformCardId", world.card["platformCardId"].clone()),
        ]
    },
};

pub(super) fn needed(operation: Cards) -> &'static [&'static str] {
    match operation {
        Cards::CreateCard | Cards::UpdateCardById | Cards::RevealCard => MANAGE,
        Cards::ListCards | Cards::GetCardById => VIEW,
    }
}

pub(super) fn complete(operation: Cards, world: &World, ask: Ask) -> Ask {
    match operation {
        Cards::CreateCard => ask.body(json!({
            "cardholderId": world.wallet.customer, "form": "VIRTUAL", "fundingSources": [world.wallet.account],
            "maxSpendPerTransaction": 50_000,
        })),
        Cards::ListCards => ask,
        Cards::GetCardById | Cards::RevealCard => ask.at(&world.card["id"]),
        Cards::UpdateCardById => {
            ask.at(&world.card["id"]).body(json!({ "maxSpendPerTransaction": 20_000 }))
        }
    }
}

/// Returns the world's card the first time, and new cards after that, because each has one key.
pub(super) async fn without_key(world: &World) -> Value {
    if world.is_card_used.swap(true, Ordering::Relaxed) {
        return world.carry_out(Operation::Cards(Cards::CreateCard)).await;
    }
    world.card.clone()
}

/// Builds the call for a key of a card and the world's wallet.
pub(super) fn ask_for_key(world: &World, card: &Value) -> Ask {
    let body = json!({ "cardId": card["id"], "internalAccountId": world.wallet.account, "nickname": "Card payments" });
    Ask::of(Operation::Wallets(Wallets::CreateDelegatedKey)).body(body)
}

/// Sends the first of the two signatures that a call needs, and returns the call with the second.
pub(super) async fn signed_once(world: &World, ask: Ask) -> Ask {
    let first = challenged(world, ask.clone()).await;
    let second = first.by(world.platform.client()).send().await.expect(202);
    ask.answering(&second["requestId"]).signed()
}

/// Creates a key of a new card.
pub(super) async fn key(world: &World) -> Value {
    let card = world.carry_out(Operation::Cards(Cards::CreateCard)).await;
    let ask = signed_once(world, ask_for_key(world, &card)).await;
    ask.by(world.platform.client()).send().await.expect(201)
}
