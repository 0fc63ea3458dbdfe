use causeway_wire::table::{Invitations, Operation};
use serde_json::json;

use super::{AreaInfo, MANAGE, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
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

pub(super) async fn complete(operation: Invitations, world: &World, call: Call) -> Call {
    let open =
        async || world.perform(Operation::Invitations(Invitations::CreateInvitation)).await["code"].clone();
    match operation {
        Invitations::CreateInvitation => {
            call.body(json!({ "inviterUma": world.customer["umaAddress"], "amountToSend": 1 }))
        }
        Invitations::GetInvitation => call.at(&world.invitation["code"]),
        Invitations::ClaimInvitation => {
            call.at(&open().await).body(json!({ "inviteeUma": world.invitee["umaAddress"] }))
        }
        Invitations::CancelInvitation => call.at(&open().await),
    }
}
