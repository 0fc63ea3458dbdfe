use causeway_wire::table::{Operation, Tokens};
use serde_json::json;

use super::{AreaInfo, MANAGE, Resource, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
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

pub(super) async fn complete(operation: Tokens, world: &World, call: Call) -> Call {
    match operation {
        Tokens::CreateToken => call.body(json!({ "name": "reader", "permissions": ["VIEW", "TRANSACT"] })),
        Tokens::GetTokenById => call.at(&world.token["id"]),
        Tokens::DeleteTokenById => {
            let token = world.perform(Operation::Tokens(Tokens::CreateToken)).await;
            call.at(&token["id"])
        }
        Tokens::ListTokens => call,
    }
}
