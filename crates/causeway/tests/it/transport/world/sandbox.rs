use causeway_wire::table::Sandbox;
use serde_json::json;

use super::{Facts, MANAGE, TRANSACT, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Sandbox) -> &'static [&'static str] {
    match operation {
        Sandbox::SandboxFundInternalAccount => TRANSACT,
        Sandbox::SendTestWebhook => MANAGE,
    }
}

pub(super) fn complete(operation: Sandbox, world: &World, ask: Ask) -> Ask {
    match operation {
        Sandbox::SandboxFundInternalAccount => ask.at(&world.account).body(json!({ "amount": 1 })),
        Sandbox::SendTestWebhook => ask,
    }
}
