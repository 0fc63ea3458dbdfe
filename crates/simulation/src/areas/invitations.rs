use std::time::Duration;

use causeway_wire::table::{Invitations, Operation};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, ReadBack, text};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Invitations {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateInvitation => 4,
            Self::ClaimInvitation => 4,
            Self::GetInvitation | Self::CancelInvitation => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let request = caller.request(Operation::Invitations(*self));
        // Mostly one of the latest: earlier ones are claimed or cancelled.
        let codes = &caller.tenant.invitations;
        let code = || codes.last().filter(|_| caller.rng.percent(60)).or_else(|| caller.rng.pick(codes));
        Some(match self {
            Self::CreateInvitation => {
                let mut body = json!({ "inviterUma": caller.live_customer()?.uma_address });
                caller.sometimes(50, &mut body, "amountToSend", caller.rng.between(0, 10_000));
                let expiry = caller.now.plus(Duration::from_mins(10)).to_string();
                caller.sometimes(30, &mut body, "expiresAt", expiry);
                request.json(body)
            }
            Self::GetInvitation => request.of(code()?).expecting(Expectation::Success),
            Self::ClaimInvitation => {
                request.of(code()?).json(json!({ "inviteeUma": caller.customer()?.uma_address }))
            }
            Self::CancelInvitation => request.of(code()?),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        if *self == Self::CreateInvitation {
            world.tenants[request.tenant].invitations.push(text(body, "code")?.to_owned());
        }
        Ok(())
    }

    fn verify(&self, request: &Request, body: &Value) -> Option<ReadBack> {
        let get = request.another(Operation::Invitations(Self::GetInvitation));
        match self {
            Self::CreateInvitation | Self::ClaimInvitation | Self::CancelInvitation => {
                Some(ReadBack::Same(get.of(body["code"].as_str()?)))
            }
            Self::GetInvitation => None,
        }
    }
}
