use causeway_wire::table::{Invitations, Operation};
use serde_json::json;

use super::{Facts, MANAGE, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: None,
    shown: |world| vec![format!("/invitations/{}", world.invitation["code"].as_str().expect("a code"))],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Invitations) -> &'static [&'static str] {
    match operation {
        Invitations::GetInvitation => VIEW,
        Invitations::CreateInvitation | Invitations::ClaimInvitation | Invitations::CancelInvitation => {
            MANAGE
        }
    }
}

pub(super) async fn complete(operation: Invitations, world: &World, ask: Ask) -> Ask {
    let open =
        async || world.carry_out(Operation::Invitations(Invitations::CreateInvitation)).await["code"].clone();
    match operation {
        Invitations::CreateInvitation => {
            ask.body(json!({ "inviterUma": world.customer["umaAddress"], "amountToSend": 1 }))
        }
        Invitations::GetInvitation => ask.at(&world.invitation["code"]),
        Invitations::ClaimInvitation => {
            ask.at(&open().await).body(json!({ "inviteeUma": world.invitee["umaAddress"] }))
        }
        Invitations::CancelInvitation => ask.at(&open().await),
    }
}
