use causeway_wire::table::Cards;
use serde_json::json;

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
        Cards::CreateCard | Cards::UpdateCardById => MANAGE,
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
        Cards::GetCardById => ask.at(&world.card["id"]),
        Cards::UpdateCardById => {
            ask.at(&world.card["id"]).body(json!({ "maxSpendPerTransaction": 20_000 }))
        }
    }
}
