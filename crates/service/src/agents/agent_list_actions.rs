//! `GET /agents/me/actions` (agents A6).

use causeway_store::Tx;
use causeway_store::agent_actions::Filter;
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::agents::{AgentAction, AgentActionFilter};

use super::guard;
use super::list_agent_approvals::list;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the agent's actions, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: &AgentActionFilter,
    paging: &Paging,
) -> Result<Page<AgentAction>, ApiError> {
    let agent = guard::caller(context)?.id;
    let filter = Filter { agent: Some(agent), status: filter.status, ..Filter::default() };
    list(tx, context, &filter, paging, Order::Descending)
}
