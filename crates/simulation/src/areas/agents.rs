use causeway_domain::agents::AgentActionType;
use causeway_domain::ids::CustomerId;
use causeway_store::agent_actions::{self, Filter};
use causeway_store::listing::{Order, Page};
use causeway_wire::table::{AgentManagement, AgentOperations, Operation};
use serde_json::{Value, json};

use super::area::{Area, learn_cursor, text};
use super::quotes::{learn_quote, look_at_quote};
use super::transfers::learn_transfer;
use super::{Caller, external_accounts};
use crate::requests::Request;
use crate::violation::Checked;
use crate::world::{Agent, Tenant, World};

impl Area for AgentManagement {
    fn weight(&self) -> u32 {
        match self {
            Self::CreateAgent | Self::RedeemAgentDeviceCode => 6,
            Self::ApproveAgentAction => 14,
            Self::RejectAgentAction => 4,
            Self::DeleteAgent => 1,
            Self::ListAgents
            | Self::ListAgentApprovals
            | Self::GetAgentById
            | Self::UpdateAgent
            | Self::UpdateAgentPolicy
            | Self::RegenerateAgentDeviceCode
            | Self::GetAgentDeviceCodeStatus => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let operation = Operation::AgentManagement(*self);
        let request = caller.request(operation);
        Some(match self {
            Self::CreateAgent => request.json(new_agent(caller)?),
            Self::ListAgents => caller.list(operation, &[("isPaused", "false".to_owned())]),
            Self::ListAgentApprovals => caller.list(operation, &[("sortOrder", "asc".to_owned())]),
            Self::GetAgentById | Self::RegenerateAgentDeviceCode => request.of(caller.agent()?.id),
            Self::DeleteAgent => request.of(caller.rng.pick(&caller.tenant.agents)?.id),
            Self::UpdateAgent => {
                request.of(caller.agent()?.id).json(json!({ "isPaused": caller.rng.percent(25) }))
            }
            Self::UpdateAgentPolicy => request.of(caller.agent()?.id).json(changed_policy(caller)),
            Self::GetAgentDeviceCodeStatus | Self::RedeemAgentDeviceCode => {
                let waiting: Vec<_> = caller.tenant.agents.iter().filter(|one| one.token.is_none()).collect();
                request.of(&caller.rng.pick(&waiting)?.code)
            }
            Self::ApproveAgentAction | Self::RejectAgentAction => {
                // Mostly the latest: the others are decided about.
                let of = if caller.rng.percent(80) { 2 } else { 10 };
                let latest: Vec<_> = caller.tenant.actions.iter().rev().take(of).collect();
                let (agent, action) = caller.rng.pick(&latest)?;
                request.of(agent).of(action)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        let tenant = &mut world.tenants[request.tenant];
        let named = request.path_id().unwrap_or_default().to_owned();
        match self {
            Self::CreateAgent => tenant.agents.push(Agent {
                id: text(&body["agent"], "id")?.parse()?,
                customer: text(&body["agent"], "customerId")?.parse()?,
                code: text(&body["deviceCode"], "code")?.to_owned(),
                token: None,
                is_recast: false,
            }),
            Self::RedeemAgentDeviceCode => {
                let token = text(body, "accessToken")?.to_owned();
                let installed = tenant.agents.iter_mut().find(|agent| agent.code == named);
                installed.into_iter().for_each(|agent| agent.token = Some(token.clone()));
            }
            Self::RegenerateAgentDeviceCode => {
                let code = text(body, "code")?.to_owned();
                let agent = tenant.agents.iter_mut().find(|agent| agent.id.to_string() == named);
                agent.into_iter().for_each(|agent| agent.code.clone_from(&code));
            }
            Self::DeleteAgent => tenant.agents.retain(|agent| agent.id.to_string() != named),
            Self::ListAgents | Self::ListAgentApprovals => learn_cursor(world, request, body),
            Self::UpdateAgentPolicy => note_recast(world, request),
            Self::GetAgentById
            | Self::UpdateAgent
            | Self::GetAgentDeviceCodeStatus
            | Self::ApproveAgentAction
            | Self::RejectAgentAction => {}
        }
        Ok(())
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        if matches!(self, Self::UpdateAgentPolicy) {
            note_recast(world, request);
        }
        Ok(())
    }
}

/// Remembers that a policy is, or may be, in another currency.
fn note_recast(world: &mut World, request: &Request) {
    let named = request.path_id().unwrap_or_default();
    let agent = world.tenants[request.tenant].agents.iter_mut().find(|agent| agent.id.to_string() == named);
    let is_recast = !request.sent()["spendingLimits"]["currency"].is_null();
    agent.into_iter().for_each(|agent| agent.is_recast |= is_recast);
}

/// The customers who have money, and an account to send it to.
pub(crate) fn customers_with_means(tenant: &Tenant) -> Vec<CustomerId> {
    let has_account = |id| tenant.externals.iter().any(|one| one.customer == Some(id) && !one.is_deleted);
    let filled = tenant.accounts.values().filter(|account| account.balance > 0);
    filled.filter_map(|account| account.customer).filter(|id| has_account(*id)).collect()
}

/// Mostly one of them.
fn customer_with_means(caller: &Caller<'_>) -> Option<CustomerId> {
    let is_chosen = caller.rng.percent(90);
    let able = customers_with_means(caller.tenant);
    caller.rng.pick(&able).copied().filter(|_| is_chosen).or_else(|| Some(caller.live_customer()?.id))
}

fn new_agent(caller: &Caller<'_>) -> Option<Value> {
    let mut policy = json!({
        "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS", "CREATE_QUOTES", "EXECUTE_QUOTES",
            "MANAGE_EXTERNAL_ACCOUNTS"],
        "defaultExecutionMode": if caller.rng.percent(50) { "AUTO" } else { "APPROVAL_REQUIRED" },
        "spendingLimits": {
            "currency": caller.currency(),
            "perTransactionLimit": caller.rng.between(1_000, 10_000_000),
            "dailyLimit": caller.rng.between(10_000, 50_000_000),
            "monthlyLimit": caller.rng.between(10_000, 500_000_000),
        },
    });
    if caller.rng.percent(40) {
        policy["spendingLimits"]["dailyTransactionLimit"] = caller.rng.between(1, 8).into();
    }
    if caller.rng.percent(40) {
        policy["approvalThresholds"] = json!({ "currency": "USD", "amount": caller.rng.between(0, 100_000) });
    }
    let customer = customer_with_means(caller)?;
    Some(json!({ "name": "an agent", "customerId": customer, "policy": policy }))
}

fn changed_policy(caller: &Caller<'_>) -> Value {
    let changes = [
        json!({}),
        json!({ "defaultExecutionMode": "AUTO" }),
        json!({ "defaultExecutionMode": "APPROVAL_REQUIRED" }),
        json!({ "spendingLimits": { "currency": caller.currency() } }),
        json!({ "spendingLimits": { "dailyLimit": null, "perTransactionLimit": 500_000 } }),
        json!({ "accountRestrictions": { "allowedAccountIds": [] } }),
        json!({ "accountRestrictions": { "allowedAccountIds": null } }),
        json!({ "approvalThresholds": { "amount": null } }),
    ];
    caller.rng.pick(&changes).cloned().unwrap_or_default()
}

impl Area for AgentOperations {
    fn weight(&self) -> u32 {
        match self {
            Self::AgentCreateQuote | Self::AgentExecuteQuote => 10,
            Self::AgentCreateTransferIn => 6,
            Self::AgentCreateTransferOut => 12,
            Self::GetAgentMe
            | Self::AgentListTransactions
            | Self::AgentGetTransaction
            | Self::AgentGetQuote
            | Self::AgentListActions
            | Self::AgentGetAction
            | Self::AgentListInternalAccounts
            | Self::AgentListExternalAccounts
            | Self::AgentCreateExternalAccount
            | Self::AgentGetExternalAccount
            | Self::AgentDeleteExternalAccount => 1,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let installed: Vec<_> = caller.tenant.agents.iter().filter(|one| one.token.is_some()).collect();
        let able = customers_with_means(caller.tenant);
        let useful: Vec<_> = installed.iter().filter(|one| able.contains(&one.customer)).copied().collect();
        let of = if caller.rng.percent(90) && !useful.is_empty() { &useful } else { &installed };
        let agent = *caller.rng.pick(of)?;
        let operation = Operation::AgentOperations(*self);
        let bearer = format!("Bearer {}", agent.token.as_ref()?);
        let request = Request { authorization: Some(bearer), ..caller.request(operation) };
        let externals: Vec<_> = caller.tenant.externals.iter().filter(|one| !one.is_deleted).collect();
        let theirs: Vec<_> =
            externals.iter().filter(|one| one.customer == Some(agent.customer)).copied().collect();
        let external = caller.rng.pick(if caller.rng.percent(90) { &theirs } else { &externals });
        let known = caller.tenant.accounts.iter();
        let own: Vec<_> = known.filter(|(_, one)| one.customer == Some(agent.customer)).collect();
        let filled: Vec<_> = own.iter().filter(|(_, one)| one.balance > 0).copied().collect();
        let account = caller.rng.pick(if filled.is_empty() { &own } else { &filled });
        Some(match self {
            Self::GetAgentMe
            | Self::AgentListTransactions
            | Self::AgentListActions
            | Self::AgentListInternalAccounts
            | Self::AgentListExternalAccounts => request,
            Self::AgentGetTransaction => {
                let all: Vec<_> = caller.tenant.quotes.values().map(|quote| quote.transaction).collect();
                request.of(caller.rng.pick(&all)?)
            }
            Self::AgentGetQuote | Self::AgentExecuteQuote => {
                let open =
                    caller.tenant.quotes.iter().rev().filter(|(_, quote)| quote.agent == Some(agent.id));
                let latest: Vec<_> = open.map(|(id, _)| id).take(3).collect();
                request.of(caller.rng.pick(&latest)?)
            }
            Self::AgentGetAction => {
                let all: Vec<_> = caller.tenant.actions.iter().map(|(_, action)| action).collect();
                request.of(caller.rng.pick(&all)?)
            }
            Self::AgentCreateQuote => request.json(json!({
                "source": { "sourceType": "ACCOUNT", "accountId": account?.0 },
                "destination": { "destinationType": "ACCOUNT", "accountId": external?.id },
                "lockedCurrencySide": "SENDING",
                "lockedCurrencyAmount": caller.rng.between(1, (account?.1.balance / 2).max(500)),
            })),
            Self::AgentCreateTransferOut => request.json(json!({
                "source": { "accountId": account?.0 },
                "destination": { "accountId": external?.id },
                "amount": caller.rng.between(1, (account?.1.balance / 2).max(500)),
            })),
            Self::AgentCreateTransferIn => request.json(json!({
                "source": { "accountId": external?.id },
                "destination": { "accountId": caller.rng.pick(&own)?.0 },
                "amount": caller.rng.between(1, 1_000_000),
            })),
            Self::AgentCreateExternalAccount => {
                let mut account = external_accounts::new_external_account(caller);
                account.as_object_mut()?.shift_remove("customerId");
                request.json(account)
            }
            Self::AgentGetExternalAccount | Self::AgentDeleteExternalAccount => request.of(external?.id),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> Checked {
        match self {
            Self::AgentCreateQuote => learn_quote(world, request.tenant, text(body, "id")?.parse()?),
            Self::AgentExecuteQuote | Self::AgentCreateTransferIn | Self::AgentCreateTransferOut => {
                let action = (text(body, "agentId")?.parse()?, text(body, "id")?.parse()?);
                world.tenants[request.tenant].actions.push(action);
                Ok(())
            }
            Self::AgentCreateExternalAccount => external_accounts::learn_external(world, request, body),
            Self::AgentDeleteExternalAccount => {
                external_accounts::forget_external(world, request);
                Ok(())
            }
            Self::GetAgentMe
            | Self::AgentListTransactions
            | Self::AgentGetTransaction
            | Self::AgentGetQuote
            | Self::AgentListActions
            | Self::AgentGetAction
            | Self::AgentListInternalAccounts
            | Self::AgentListExternalAccounts
            | Self::AgentGetExternalAccount => Ok(()),
        }
    }

    fn resolve(&self, world: &mut World, request: &Request) -> Checked {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::AgentDeleteExternalAccount, Ok(id)) => {
                external_accounts::look_at_external(world, request, id)
            }
            // What money has moved is taken in from what was written down.
            _ => Ok(()),
        }
    }
}

/// Takes in what agents have begun, also that which nobody was told of.
pub(crate) fn follow_actions(world: &mut World, tenant: usize) -> Checked {
    let (platform, now) = (world.tenants[tenant].id, world.now());
    let page = Page { after: None, limit: 5_000, order: Order::Ascending };
    let found = world.read(move |tx| agent_actions::list(tx, platform, &Filter::default(), now, &page))?.0;
    for (action, payment) in found.into_iter().filter(|(action, _)| action.has_begun) {
        match (action.kind, payment.quote) {
            (AgentActionType::ExecuteQuote, Some(quote)) => look_at_quote(world, tenant, quote)?,
            _ => learn_transfer(world, tenant, payment.id)?,
        }
    }
    Ok(())
}
