use causeway_wire::table::{AgentManagement, AgentOperations, Operation};
use serde_json::{Value, json};

use super::external_accounts::new_iban;
use super::{Facts, MANAGE, Resource, TRANSACT, VIEW, World};
use crate::transport::ask::Ask;

pub(super) const FACTS: Facts = Facts {
    resource: Some(Resource {
        type_name: "Agent",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.agent.shown["id"],
    }),
    shown: |_| vec!["/agents".to_owned()],
    filters: |world| vec![("agentId", world.careful.shown["id"].clone())],
};

pub(super) const ACTIONS: Facts = Facts {
    resource: Some(Resource {
        type_name: "AgentAction",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.action["id"],
    }),
    shown: |_| vec!["/agents/approvals".to_owned()],
    filters: |_| Vec::new(),
};

pub(super) fn needed(operation: AgentManagement) -> &'static [&'static str] {
    use AgentManagement as Area;
    match operation {
        Area::ListAgents | Area::ListAgentApprovals | Area::GetAgentById | Area::GetAgentDeviceCodeStatus => {
            VIEW
        }
        Area::CreateAgent
        | Area::UpdateAgent
        | Area::UpdateAgentPolicy
        | Area::DeleteAgent
        | Area::RegenerateAgentDeviceCode => MANAGE,
        Area::ApproveAgentAction | Area::RejectAgentAction => TRANSACT,
        Area::RedeemAgentDeviceCode => &[],
    }
}

/// Returns a policy that permits everything, within limits that no test reaches.
pub(in crate::transport) fn policy(mode: &str) -> Value {
    json!({
        "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS", "CREATE_QUOTES", "EXECUTE_QUOTES",
            "MANAGE_EXTERNAL_ACCOUNTS"],
        "defaultExecutionMode": mode,
        "spendingLimits": { "currency": "USD", "perTransactionLimit": 9_000_000_000_000_000_i64 },
    })
}

pub(super) async fn complete(operation: AgentManagement, world: &World, ask: Ask) -> Ask {
    use AgentManagement as Area;
    let fresh = async || world.carry_out(Operation::AgentManagement(Area::CreateAgent)).await;
    match operation {
        Area::CreateAgent => ask.body(json!({
            "name": "Invoices", "customerId": world.customer["id"], "policy": policy("AUTO"),
        })),
        Area::ListAgents | Area::ListAgentApprovals => ask,
        Area::GetAgentById => ask.at(&world.agent.shown["id"]),
        Area::UpdateAgent => ask.at(&world.agent.shown["id"]).body(json!({ "name": "Invoices" })),
        Area::UpdateAgentPolicy => {
            ask.at(&world.agent.shown["id"]).body(json!({ "defaultExecutionMode": "AUTO" }))
        }
        Area::DeleteAgent | Area::RegenerateAgentDeviceCode => ask.at(&fresh().await["agent"]["id"]),
        Area::GetAgentDeviceCodeStatus | Area::RedeemAgentDeviceCode => {
            ask.at(&fresh().await["deviceCode"]["code"])
        }
        Area::ApproveAgentAction => {
            let action = ask_for_approval(world).await;
            ask.at(&action["agentId"]).at(&action["id"])
        }
        Area::RejectAgentAction => {
            let action = ask_for_approval(world).await;
            ask.at(&action["agentId"]).at(&action["id"]).body(json!({ "reason": "Not this month" }))
        }
    }
}

/// Requests a transfer about which the platform has to decide.
pub(super) async fn ask_for_approval(world: &World) -> Value {
    world.careful.post("/agents/me/transfer-out").json(&transfer_out(world)).send().await.expect(201)
}

fn transfer_out(world: &World) -> Value {
    json!({
        "source": { "accountId": world.account },
        "destination": { "accountId": world.bank, "paymentRail": "ACH" },
        "amount": 1_000,
    })
}

pub(super) async fn complete_own(operation: AgentOperations, world: &World, ask: Ask) -> Ask {
    use AgentOperations as Area;
    let [internal, external] = [&world.account, &world.bank].map(|id| json!({ "accountId": id }));
    match operation {
        Area::GetAgentMe
        | Area::AgentListTransactions
        | Area::AgentListActions
        | Area::AgentListInternalAccounts
        | Area::AgentListExternalAccounts => ask,
        Area::AgentGetTransaction => ask.at(&world.quote["transactionId"]),
        Area::AgentCreateQuote => ask.body(json!({
            "source": { "sourceType": "ACCOUNT", "accountId": world.account },
            "destination": { "destinationType": "ACCOUNT", "accountId": world.bank },
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": 1_000,
        })),
        Area::AgentGetQuote => ask.at(&world.agents_quote["id"]),
        Area::AgentExecuteQuote => {
            let made = world.carry_out(Operation::AgentOperations(Area::AgentCreateQuote)).await;
            ask.at(&made["id"]).body(json!({}))
        }
        Area::AgentGetAction => {
            // The rail refuses this transfer in advance, so that the action ends at once.
            let bad = world.platform.dollar_account(&world.customer, &format!("{}003", world.next())).await;
            let body = json!({ "source": internal, "destination": { "accountId": bad }, "amount": 1_000 });
            let made = world.agent.post("/agents/me/transfer-out").json(&body).send().await.expect(201);
            ask.at(&made["id"])
        }
        Area::AgentCreateTransferIn => {
            ask.body(json!({ "source": external, "destination": internal, "amount": 1_000 }))
        }
        Area::AgentCreateTransferOut => ask.body(transfer_out(world)),
        Area::AgentCreateExternalAccount => ask.body(new_account(world)),
        Area::AgentGetExternalAccount => ask.at(&world.bank),
        Area::AgentDeleteExternalAccount => {
            let made = world.carry_out(Operation::AgentOperations(Area::AgentCreateExternalAccount)).await;
            ask.at(&made["id"])
        }
    }
}

/// Builds a new external account with an IBAN of its own.
fn new_account(world: &World) -> Value {
    json!({
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": new_iban(world),
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
            },
        },
    })
}
