use causeway_wire::table::{Operation, Tokens};
use serde_json::json;

use super::{Facts, MANAGE, Resource, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: Some(Resource {
        type_name: "Token",
        not_found: "TOKEN_NOT_FOUND",
        own: |world| &world.token["id"],
    }),
    shown: |_| vec!["/tokens".to_owned()],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Tokens) -> &'static [&'static str] {
    match operation {
        Tokens::ListTokens | Tokens::GetTokenById => VIEW,
        Tokens::CreateToken | Tokens::DeleteTokenById => MANAGE,
    }
}

pub(super) async fn complete(operation: Tokens, world: &World, ask: Ask) -> Ask {
    match operation {
        Tokens::CreateToken => ask.body(json!({ "name": "reader", "permissions": ["VIEW", "TRANSACT"] })),
        Tokens::GetTokenById => ask.at(&world.token["id"]),
        Tokens::DeleteTokenById => {
            let made = world.carry_out(Operation::Tokens(Tokens::CreateToken)).await;
            ask.at(&made["id"])
        }
        Tokens::ListTokens => ask,
    }
}
