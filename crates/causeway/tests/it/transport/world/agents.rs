use causeway_wire::table::{AgentManagement, AgentOperations, Operation};
use serde_json::{Value, json};

use super::external_accounts::new_iban;
use super::{AreaInfo, MANAGE, Resource, TRANSACT, VIEW, World};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "Agent",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.agent.resource["id"],
    }),
    shown: |_| vec!["/agents".to_owned()],
    filters: |world| vec![("agentId", world.careful.resource["id"].clone())],
};

pub(super) const ACTIONS: AreaInfo = AreaInfo {
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

pub(super) async fn complete(operation: AgentManagement, world: &World, call: Call) -> Call {
    use AgentManagement as Area;
    let fresh = async || world.perform(Operation::AgentManagement(Area::CreateAgent)).await;
    match operation {
        Area::CreateAgent => call.body(json!({
            "name": "Invoices", "customerId": world.customer["id"], "policy": policy("AUTO"),
        })),
        Area::ListAgents | Area::ListAgentApprovals => call,
        Area::GetAgentById => call.at(&world.agent.resource["id"]),
        Area::UpdateAgent => call.at(&world.agent.resource["id"]).body(json!({ "name": "Invoices" })),
        Area::UpdateAgentPolicy => {
            call.at(&world.agent.resource["id"]).body(json!({ "defaultExecutionMode": "AUTO" }))
        }
        Area::DeleteAgent | Area::RegenerateAgentDeviceCode => call.at(&fresh().await["agent"]["id"]),
        Area::GetAgentDeviceCodeStatus | Area::RedeemAgentDeviceCode => {
            call.at(&fresh().await["deviceCode"]["code"])
        }
        Area::ApproveAgentAction => {
            let action = ask_for_approval(world).await;
            call.at(&action["agentId"]).at(&action["id"])
        }
        Area::RejectAgentAction => {
            let action = ask_for_approval(world).await;
            call.at(&action["agentId"]).at(&action["id"]).body(json!({ "reason": "Not this month" }))
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

pub(super) async fn complete_own(operation: AgentOperations, world: &World, call: Call) -> Call {
    use AgentOperations as Area;
    let [internal, external] = [&world.account, &world.bank].map(|id| json!({ "accountId": id }));
    match operation {
        Area::GetAgentMe
        | Area::AgentListTransactions
        | Area::AgentListActions
        | Area::AgentListInternalAccounts
        | Area::AgentListExternalAccounts => call,
        Area::AgentGetTransaction => call.at(&world.quote["transactionId"]),
        Area::AgentCreateQuote => call.body(json!({
            "source": { "sourceType": "ACCOUNT", "accountId": world.account },
            "destination": { "destinationType": "ACCOUNT", "accountId": world.bank },
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": 1_000,
        })),
        Area::AgentGetQuote => call.at(&world.agents_quote["id"]),
        Area::AgentExecuteQuote => {
            let quote = world.perform(Operation::AgentOperations(Area::AgentCreateQuote)).await;
            call.at(&quote["id"]).body(json!({}))
        }
        Area::AgentGetAction => {
            // The rail refuses this transfer in advance, so that the action ends at once.
            let bad = world.platform.dollar_account(&world.customer, &format!("{}003", world.next())).await;
            let body = json!({ "source": internal, "destination": { "accountId": bad }, "amount": 1_000 });
            let transfer = world.agent.post("/agents/me/transfer-out").json(&body).send().await.expect(201);
            call.at(&transfer["id"])
        }
        Area::AgentCreateTransferIn => {
            call.body(json!({ "source": external, "destination": internal, "amount": 1_000 }))
        }
        Area::AgentCreateTransferOut => call.body(transfer_out(world)),
        Area::AgentCreateExternalAccount => call.body(new_account(world)),
        Area::AgentGetExternalAccount => call.at(&world.bank),
        Area::AgentDeleteExternalAccount => {
            let account = world.perform(Operation::AgentOperations(Area::AgentCreateExternalAccount)).await;
            call.at(&account["id"])
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
