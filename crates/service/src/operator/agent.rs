//! Agents of customers (agents A2).

use causeway_domain::ids::{AgentActionId, AgentId, CustomerId, TransactionId};
use causeway_domain::search::ResourceKind;
use causeway_domain::{Amount, RangeStart, Time};
use causeway_store::Tx;
use causeway_store::agent_actions::{self, AgentActionRecord};
use causeway_store::agents::{self, AgentRecord, Filter};
use causeway_store::listing::{Order, Page};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;
use serde_json::Value;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::resource::{FoundResource, find_resource};
use super::viewer::Viewer;
use super::{
    Answer, Argument, Call, IdArgument, Money, OperatorError, Subject, arguments, default_number, noun,
    of_customer, positional, view,
};

/// Maximum number of actions that are shown with an agent.
const MAX_ACTIONS: u32 = 20;

noun! {
    /// Agents of customers
    "agent" {
        /// List agents, newest first
        "list": Look => read_masked(list),
        /// Show an agent with its policy, what it has used, and the actions that wait
        "show": Look => read_deployment(show).with_platform(),
    }
}

impl Subject for AgentId {
    const ARGUMENT: Argument = positional("Agent id").id_of(&[ResourceKind::Agent]).named("agent");
}

arguments! {
    struct ListRequest {
        customer: Option<CustomerId> = of_customer("Only agents of this customer"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

view! {
    struct AgentRow of record: AgentRecord {
        agent: AgentId = record.id,
        customer: CustomerId = record.customer,
        name: String = record.name,
        is_paused: bool = record.is_paused,
        is_connected: bool = record.token_hash.is_some(),
        created_at: Time = record.created_at,
    }

    struct WaitingRow of record: AgentActionRecord {
        action: AgentActionId = record.id,
        r#type: &'static str = record.kind.as_str(),
        transaction: TransactionId = record.transaction,
        expires_at: Time = record.expires_at,
    }
}

/// An agent with its policy and the actions that wait.
#[derive(Serialize)]
struct AgentDetails {
    agent: AgentId,
    platform: String,
    customer: CustomerId,
    name: String,
    is_paused: bool,
    /// `true` if the agent's software is installed.
    is_connected: bool,
    deleted_at: Option<Time>,
    created_at: Time,
    updated_at: Time,
    spent_on_last_day: Money,
    payments_on_last_day: i64,
    spent_in_month: Money,
    daily_limit: Option<Money>,
    monthly_limit: Option<Money>,
    policy: Value,
    waiting: Vec<WaitingRow>,
    /// The next commands, complete: the platform decides about an agent and its actions.
    commands: Vec<String>,
}

fn list(tx: &mut Tx<'_>, viewer: &Viewer, request: &ListRequest) -> Answer<ListPage<AgentRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = Filter {
        customer: request.customer,
        created_after: request.since.map(|since| since.0),
        created_before: request.until,
        ..Filter::default()
    };
    let found = agents::scan(tx, viewer.platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, AgentRecord::position, AgentRow::from))
}

fn show(tx: &mut Tx<'_>, call: &Call, &IdArgument(id): &IdArgument<AgentId>) -> Answer<AgentDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| agents::find(tx, platform.id, id);
    let FoundResource { viewer: Viewer { platform, .. }, resource: record } =
        find_resource(tx, call, id, find)?;
    let filter = agent_actions::ScanFilter { agent: Some(id), is_pending: true, ..Default::default() };
    let page = Page { after: None, limit: MAX_ACTIONS, order: Order::Descending };
    let waiting = agent_actions::scan(tx, platform.id, &filter, &page)?.rows;
    let limits = record.policy.spending_limits;
    let money = |minor: i64| Money::from(Amount::new(minor, limits.currency));
    Ok(AgentDetails {
        agent: record.id,
        platform: platform.name,
        customer: record.customer,
        is_paused: record.is_paused,
        is_connected: record.token_hash.is_some(),
        deleted_at: record.deleted_at,
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        spent_on_last_day: money(record.usage.daily),
        payments_on_last_day: record.usage.count,
        spent_in_month: money(record.usage.monthly),
        daily_limit: limits.daily.map(money),
        monthly_limit: limits.monthly.map(money),
        policy: serde_json::to_value(&record.policy).map_err(OperatorError::defect)?,
        name: record.name,
        waiting: waiting.into_iter().map(WaitingRow::from).collect(),
        commands: vec![format!("causeway agent-action list --agent {id}")],
    })
}
