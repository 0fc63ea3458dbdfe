use std::sync::atomic::Ordering;

use causeway_wire::table::{Cards, Operation, Wallets};
use serde_json::{Value, json};

use super::wallets::challenged;
use super::{AreaInfo, MANAGE, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
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

pub(super) fn complete(operation: Cards, world: &World, call: Call) -> Call {
    match operation {
        Cards::CreateCard => call.body(json!({
            "cardholderId": world.wallet.customer, "form": "VIRTUAL", "fundingSources": [world.wallet.account],
            "maxSpendPerTransaction": 50_000,
        })),
        Cards::ListCards => call,
        Cards::GetCardById | Cards::RevealCard => call.at(&world.card["id"]),
        Cards::UpdateCardById => {
            call.at(&world.card["id"]).body(json!({ "maxSpendPerTransaction": 20_000 }))
        }
    }
}

/// Returns the world's card the first time, and new cards after that, because each has one key.
pub(super) async fn without_key(world: &World) -> Value {
    if world.is_card_used.swap(true, Ordering::Relaxed) {
        return world.perform(Operation::Cards(Cards::CreateCard)).await;
    }
    world.card.clone()
}

/// Builds the call for a key of a card and the world's wallet.
pub(super) fn ask_for_key(world: &World, card: &Value) -> Call {
    let body = json!({ "cardId": card["id"], "internalAccountId": world.wallet.account, "nickname": "Card payments" });
    Call::of(Operation::Wallets(Wallets::CreateDelegatedKey)).body(body)
}

/// Sends the first of the two signatures that a call needs, and returns the call with the second.
pub(super) async fn signed_once(world: &World, call: Call) -> Call {
    let first = challenged(world, call.clone()).await;
    let second = first.by(world.platform.client()).send().await.expect(202);
    call.answering(&second["requestId"]).signed()
}

/// Creates a key of a new card.
pub(super) async fn key(world: &World) -> Value {
    let card = world.perform(Operation::Cards(Cards::CreateCard)).await;
    let call = signed_once(world, ask_for_key(world, &card)).await;
    call.by(world.platform.client()).send().await.expect(201)
}
