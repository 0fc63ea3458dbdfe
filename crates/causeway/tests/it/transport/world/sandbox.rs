use causeway_wire::table::{Operation, Sandbox, Stablecoins};
use serde_json::json;

use super::{Facts, MANAGE, TRANSACT, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts { resource: None, shown: |_| Vec::new(), filters: |_| Vec::new() };

pub(super) fn needed(operation: Sandbox) -> &'static [&'static str] {
    match operation {
        Sandbox::SandboxFundInternalAccount
        | Sandbox::SandboxSend
        | Sandbox::SandboxReceive
        | Sandbox::SimulateStablecoinFunding => TRANSACT,
        Sandbox::SendTestWebhook => MANAGE,
    }
}

pub(super) async fn complete(operation: Sandbox, world: &World, ask: Ask) -> Ask {
    match operation {
        Sandbox::SandboxFundInternalAccount => ask.at(&world.account).body(json!({ "amount": 1 })),
        Sandbox::SandboxSend => {
            let quote = world.funded_quote().await;
            ask.body(json!({ "quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": 1_000 }))
        }
        Sandbox::SandboxReceive => ask.body(json!({
            "senderUmaAddress": "$success.usd@sandbox.uma.test", "customerId": world.customer["id"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 1_000,
        })),
        Sandbox::SimulateStablecoinFunding => {
            let mint = world.carry_out(Operation::Stablecoins(Stablecoins::CreateStablecoinMint)).await;
            ask.at(&mint["id"]).body(json!({ "event": "FUNDING_REJECTED" }))
        }
        Sandbox::SendTestWebhook => ask,
    }
}
