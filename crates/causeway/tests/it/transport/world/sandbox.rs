use causeway_wire::table::{Operation, Sandbox, Stablecoins};
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE, MANAGE_OR_TRANSACT, Resource, TRANSACT, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "CardTransaction",
        not_found: "TRANSACTION_NOT_FOUND",
        own: |world| &world.spending.open,
    }),
    shown: |_| Vec::new(),
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: Sandbox) -> &'static [&'static str] {
    match operation {
        Sandbox::SandboxFundInternalAccount
        | Sandbox::SandboxSend
        | Sandbox::SandboxReceive
        | Sandbox::SimulateStablecoinFunding => TRANSACT,
        Sandbox::SandboxSimulateCardAuthorization
        | Sandbox::SandboxSimulateCardFinancialAuthorization
        | Sandbox::SandboxSimulateCardCreditAuthorization
        | Sandbox::SandboxSimulateCardFinancialCreditAuthorization
        | Sandbox::SandboxSimulateCardCreditAuthorizationAdvice
        | Sandbox::SandboxSimulateCardBalanceInquiry
        | Sandbox::SandboxSimulateCardAuthorizationAdvice
        | Sandbox::SandboxSimulateCardClearing
        | Sandbox::SandboxSimulateCardReturn
        | Sandbox::SandboxSimulateCardReturnReversal => MANAGE_OR_TRANSACT,
        Sandbox::SendTestWebhook => MANAGE,
    }
}

pub(super) async fn complete(operation: Sandbox, world: &World, call: Call) -> Call {
    match operation {
        Sandbox::SandboxFundInternalAccount => call.at(&world.account).body(json!({ "amount": 1 })),
        Sandbox::SandboxSend => {
            let quote = world.funded_quote().await;
            call.body(json!({ "quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": 1_000 }))
        }
        Sandbox::SandboxReceive => call.body(json!({
            "senderUmaAddress": "$success.usd@sandbox.uma.test", "customerId": world.customer["id"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 1_000,
        })),
        Sandbox::SimulateStablecoinFunding => {
            let mint = world.perform(Operation::Stablecoins(Stablecoins::CreateStablecoinMint)).await;
            call.at(&mint["id"]).body(json!({ "event": "FUNDING_REJECTED" }))
        }
        Sandbox::SandboxSimulateCardAuthorization
        | Sandbox::SandboxSimulateCardFinancialAuthorization
        | Sandbox::SandboxSimulateCardCreditAuthorization
        | Sandbox::SandboxSimulateCardFinancialCreditAuthorization
        | Sandbox::SandboxSimulateCardCreditAuthorizationAdvice => {
            call.at(&world.key["cardId"]).body(authorization())
        }
        Sandbox::SandboxSimulateCardBalanceInquiry => {
            call.at(&world.key["cardId"]).body(json!({ "merchant": { "descriptor": "CORNER CAFE" } }))
        }
        Sandbox::SandboxSimulateCardAuthorizationAdvice | Sandbox::SandboxSimulateCardClearing => {
            let open = used(world, Sandbox::SandboxSimulateCardAuthorization).await;
            call.at(&open["cardId"]).body(json!({ "cardTransactionId": open["id"], "amount": 1_500 }))
        }
        Sandbox::SandboxSimulateCardReturn => {
            let bought = used(world, Sandbox::SandboxSimulateCardFinancialAuthorization).await;
            call.at(&bought["cardId"]).body(json!({ "cardTransactionId": bought["id"], "amount": 500 }))
        }
        Sandbox::SandboxSimulateCardReturnReversal => {
            let returned =
                Box::pin(world.perform(Operation::Sandbox(Sandbox::SandboxSimulateCardReturn))).await;
            call.at(&returned["cardId"]).body(json!({ "cardTransactionId": returned["id"] }))
        }
        Sandbox::SendTestWebhook => call,
    }
}

fn authorization() -> Value {
    json!({ "amount": 1_250, "currency": { "code": "USD" }, "merchant": { "descriptor": "CORNER CAFE" } })
}

/// Creates an approved card transaction, with enough money for it.
async fn used(world: &World, operation: Sandbox) -> Value {
    world.platform.fund(world.wallet.account.as_str().expect("an account"), 100_000_000).await;
    let payment = Box::pin(world.perform(Operation::Sandbox(operation))).await;
    assert!(payment.get("declineReason").is_none(), "{payment}");
    world.platform.settled().await;
    payment
}

/// The card transaction that was returned, in the examples of the reference.
pub(super) const REFUNDED: &str = "CardTransaction:0199a1b2-c3d4-7e8f-9a0b-8f9a0b1c2d3e";

/// Ids of a card's transactions.
#[derive(Default)]
pub(super) struct CardSpending {
    /// Cleared in part.
    open: Value,
    /// Returned in part.
    pub(super) refunded: Value,
}

impl CardSpending {
    pub(super) async fn by(world: &World) -> Self {
        let open = used(world, Sandbox::SandboxSimulateCardAuthorization).await;
        let call = Call::of(Operation::Sandbox(Sandbox::SandboxSimulateCardClearing)).at(&open["cardId"]);
        let call = call.body(json!({ "cardTransactionId": open["id"], "amount": 1_000 }));
        call.by(world.platform.client()).send().await.expect(202);
        let returned = Operation::Sandbox(Sandbox::SandboxSimulateCardReturn);
        let refunded = Box::pin(world.perform(returned)).await["id"].clone();
        Self { open: open["id"].clone(), refunded }
    }
}
