use causeway_domain::agents::AgentActionType;
use causeway_domain::ids::{AgentActionId, CustomerId, InternalAccountId};
use causeway_store::agent_actions::{self, Filter};
use causeway_store::listing::{Order, Page};
use causeway_wire::table::{AgentManagement, AgentOperations, Operation};
use serde_json::{Value, json};

use super::area::{Area, learn_cursor, text};
use super::quotes::{learn_quote, refresh_quote};
use super::transfers::learn_transfer;
use super::{Caller, external_accounts};
use crate::requests::Request;
use crate::violation::{CheckResult, Violation};
use crate::world::{Account, Agent, AgentAction, External, Tenant, World};

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
                // Mostly one of the latest that await a decision.
                let is_known = caller.rng.percent(10);
                let open = caller.tenant.actions.iter().rev().filter(|one| one.is_open || is_known);
                let latest: Vec<_> = open.take(if is_known { 10 } else { 3 }).collect();
                let asked = caller.rng.pick(&latest)?;
                request.of(asked.agent).of(asked.action)
            }
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        let tenant = &mut world.tenants[request.tenant];
        let path_id = request.path_id().unwrap_or_default().to_owned();
        match self {
            Self::CreateAgent => tenant.agents.push(Agent {
                id: text(&body["agent"], "id")?.parse()?,
                customer: text(&body["agent"], "customerId")?.parse()?,
                code: text(&body["deviceCode"], "code")?.to_owned(),
                token: None,
                may_be_converted: false,
            }),
            Self::RedeemAgentDeviceCode => {
                let token = text(body, "accessToken")?.to_owned();
                let installed = tenant.agents.iter_mut().find(|agent| agent.code == path_id);
                installed.into_iter().for_each(|agent| agent.token = Some(token.clone()));
            }
            Self::RegenerateAgentDeviceCode => {
                let code = text(body, "code")?.to_owned();
                let agent = tenant.agents.iter_mut().find(|agent| agent.id.to_string() == path_id);
                agent.into_iter().for_each(|agent| agent.code.clone_from(&code));
            }
            Self::DeleteAgent => tenant.agents.retain(|agent| agent.id.to_string() != path_id),
            Self::ListAgents | Self::ListAgentApprovals => learn_cursor(world, request, body),
            Self::UpdateAgentPolicy => note_currency_change(world, request),
            Self::ApproveAgentAction | Self::RejectAgentAction => learn_decision(world, request, body)?,
            Self::GetAgentById | Self::UpdateAgent | Self::GetAgentDeviceCodeStatus => {}
        }
        Ok(())
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        if matches!(self, Self::UpdateAgentPolicy) {
            note_currency_change(world, request);
        }
        Ok(())
    }
}

/// Records that an action has been decided.
fn learn_decision(world: &mut World, request: &Request, body: &Value) -> CheckResult {
    let action: AgentActionId = text(body, "id")?.parse()?;
    let asked = world.tenants[request.tenant].actions.iter_mut().find(|one| one.action == action);
    asked.into_iter().for_each(|asked| asked.is_open = false);
    Ok(())
}

/// Records an action that an agent has requested, with its payment.
fn learn_action(world: &mut World, request: &Request, body: &Value) -> CheckResult {
    let platform = world.tenants[request.tenant].id;
    let action = text(body, "id")?.parse()?;
    let found = world.read(move |tx| agent_actions::find(tx, platform, action))?;
    let found = found.ok_or_else(|| Violation(format!("{action} was answered but does not exist")))?;
    let is_open = body["status"] == "PENDING_APPROVAL";
    let asked = AgentAction { agent: found.agent, action, transaction: found.transaction, is_open };
    world.tenants[request.tenant].actions.push(asked);
    Ok(())
}

/// Records that a policy has, or may have, another currency.
fn note_currency_change(world: &mut World, request: &Request) {
    let path_id = request.path_id().unwrap_or_default();
    let agent = world.tenants[request.tenant].agents.iter_mut().find(|agent| agent.id.to_string() == path_id);
    let may_be_converted = !request.sent()["spendingLimits"]["currency"].is_null();
    agent.into_iter().for_each(|agent| agent.may_be_converted |= may_be_converted);
}

/// Lists the customers that have money and a live external account to send it to.
pub(crate) fn customers_with_means(tenant: &Tenant) -> Vec<CustomerId> {
    let has_account = |id| tenant.externals.iter().any(|one| one.customer == Some(id) && !one.is_deleted);
    let filled = tenant.accounts.values().filter(|account| account.balance > 0);
    filled.filter_map(|account| account.customer).filter(|id| has_account(*id)).collect()
}

/// Picks a customer, mostly one with money and an external account.
fn customer_with_means(caller: &Caller<'_>) -> Option<CustomerId> {
    let is_chosen = caller.rng.percent(90);
    let able = customers_with_means(caller.tenant);
    caller.rng.pick(&able).copied().filter(|_| is_chosen).or_else(|| Some(caller.live_customer()?.id))
}

fn new_agent(caller: &Caller<'_>) -> Option<Value> {
    let mut policy = json!({
        "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS", "CREATE_QUOTES", "EXECUTE_QUOTES",
            "MANAGE_EXTERNAL_ACCOUNTS"],
        "defaultExecutionMode": if caller.rng.percent(40) { "AUTO" } else { "APPROVAL_REQUIRED" },
        "spendingLimits": {
            "currency": caller.currency(),
            "perTransactionLimit": caller.rng.between(100_000, 10_000_000),
            "dailyLimit": caller.rng.between(1_000_000, 50_000_000),
            "monthlyLimit": caller.rng.between(1_000_000, 500_000_000),
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
        json!({ "spendingLimits": { "dailyTransactionLimit": caller.rng.between(1, 20) } }),
        json!({ "approvalThresholds": { "currency": "USD", "amount": caller.rng.between(0, 100_000) } }),
        json!({ "accountRestrictions": { "allowedAccountIds": null } }),
        json!({ "approvalThresholds": { "amount": null } }),
        json!({ "accountRestrictions": { "allowedAccountIds": [] } }),
    ];
    // A policy that allows no account is chosen less often, and is soon lifted.
    let last = if caller.rng.percent(15) { changes.len() } else { changes.len() - 1 };
    if caller.rng.percent(20) {
        return json!({ "accountRestrictions": { "allowedAccountIds": null } });
    }
    caller.rng.pick(&changes[..last]).cloned().unwrap_or_default()
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
        let reach = AgentAccounts::of(caller, agent);
        let account = reach.account;
        let external = reach.external;
        Some(match self {
            Self::GetAgentMe
            | Self::AgentListTransactions
            | Self::AgentListActions
            | Self::AgentListInternalAccounts
            | Self::AgentListExternalAccounts => request,
            Self::AgentGetTransaction => {
                let all: Vec<_> = caller.tenant.quotes.values().map(|quote| quote.transaction).collect();
                let own: Vec<_> = caller.tenant.actions.iter().filter(|one| one.agent == agent.id).collect();
                let asked = caller.rng.pick(&own).filter(|_| caller.rng.percent(80));
                request.of(asked.map(|one| one.transaction).or_else(|| caller.rng.pick(&all).copied())?)
            }
            Self::AgentGetQuote | Self::AgentExecuteQuote => {
                let open =
                    caller.tenant.quotes.iter().rev().filter(|(_, quote)| quote.agent == Some(agent.id));
                let latest: Vec<_> = open.map(|(id, _)| id).take(3).collect();
                request.of(caller.rng.pick(&latest)?)
            }
            Self::AgentGetAction => {
                let own = caller.tenant.actions.iter().filter(|one| one.agent == agent.id);
                let own: Vec<_> = own.map(|one| one.action).collect();
                request.of(caller.rng.pick(&own)?)
            }
            Self::AgentCreateQuote => request.json(json!({
                "source": { "sourceType": "ACCOUNT", "accountId": account?.0 },
                "destination": { "destinationType": "ACCOUNT", "accountId": external?.id },
                "lockedCurrencySide": "SENDING",
                "lockedCurrencyAmount": caller.rng.between(1, (account?.1.balance / 8).max(500)),
            })),
            Self::AgentCreateTransferOut => request.json(json!({
                "source": { "accountId": account?.0 },
                "destination": { "accountId": reach.payee.or(external)?.id },
                "amount": caller.rng.between(1, (account?.1.balance / 8).max(500)),
            })),
            Self::AgentCreateTransferIn => request.json(json!({
                "source": { "accountId": reach.debitable.or(external)?.id },
                "destination": { "accountId": reach.dollars.or(account.map(|(id, _)| *id))? },
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

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        match self {
            Self::AgentCreateQuote => learn_quote(world, request.tenant, text(body, "id")?.parse()?),
            Self::AgentExecuteQuote | Self::AgentCreateTransferIn | Self::AgentCreateTransferOut => {
                learn_action(world, request, body)
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

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::AgentDeleteExternalAccount, Ok(id)) => {
                external_accounts::refresh_external(world, request, id)
            }
            // Moved money is learned from the database later, in [`follow_actions`].
            _ => Ok(()),
        }
    }
}

/// The accounts for an agent's requests, mostly of its own customer.
struct AgentAccounts<'a> {
    /// An account of the customer, with money if the customer has any.
    account: Option<(&'a InternalAccountId, &'a Account)>,
    /// A payee of that account, in its currency.
    payee: Option<&'a External>,
    /// A debitable external account of the customer; `dollars` receives its money.
    debitable: Option<&'a External>,
    dollars: Option<InternalAccountId>,
    /// Any external account, mostly one of the customer's banks.
    external: Option<&'a External>,
}

impl<'a> AgentAccounts<'a> {
    fn of(caller: &Caller<'a>, agent: &Agent) -> Self {
        let owner = Some(agent.customer);
        let live: Vec<&External> = caller.tenant.externals.iter().filter(|one| !one.is_deleted).collect();
        let banks = live.iter().filter(|one| one.customer == owner && !one.is_wallet && !one.takes_tokens);
        let banks: Vec<&External> = banks.copied().collect();
        let external = caller.rng.pick(if caller.rng.percent(92) { &banks } else { &live }).copied();
        // Agents cannot pay from a wallet: its customer signs.
        let is_wallet =
            |id: &InternalAccountId| caller.tenant.wallets.contains_key(id) && caller.rng.percent(95);
        let own = caller.tenant.accounts.iter().filter(|(id, one)| one.customer == owner && !is_wallet(id));
        let own: Vec<_> = own.collect();
        let filled: Vec<_> = own.iter().filter(|(_, one)| one.balance > 0).copied().collect();
        let account = caller.rng.pick(if filled.is_empty() { &own } else { &filled }).copied();
        let payee = account.and_then(|(_, one)| caller.payee(owner, &one.currency));
        let debitable: Vec<&External> = banks.iter().filter(|one| one.is_debitable).copied().collect();
        let debitable = caller.rng.pick(&debitable).copied();
        let dollars = caller.account_of(owner, "USD");
        Self { account, payee, debitable, dollars, external }
    }
}

/// Records the effects of actions that agents have begun, including those whose response was lost.
pub(crate) fn follow_actions(world: &mut World, tenant: usize) -> CheckResult {
    let platform = world.tenants[tenant].id;
    let now = world.now();
    let page = Page { after: None, limit: 5_000, order: Order::Ascending };
    let found = world.read(move |tx| agent_actions::list(tx, platform, &Filter::default(), now, &page))?.0;
    for (action, payment) in found.into_iter().filter(|(action, _)| action.has_begun) {
        match (action.kind, payment.quote) {
            (AgentActionType::ExecuteQuote, Some(quote)) => refresh_quote(world, tenant, quote)?,
            // Known transfers have just been updated.
            _ if world.tenants[tenant].transfers.contains_key(&payment.id) => {}
            _ => learn_transfer(world, tenant, payment.id)?,
        }
    }
    Ok(())
}
