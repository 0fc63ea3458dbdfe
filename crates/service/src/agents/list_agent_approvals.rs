//! `GET /agents/approvals` (agents A2).

use causeway_domain::agents::AgentActionStatus;
use causeway_store::Tx;
use causeway_store::agent_actions::{self, Filter};
use causeway_store::listing::Order;
use causeway_wire::agents::{AgentAction, AgentApprovalFilter};
use causeway_wire::{Page, SortOrder};

use super::actions;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{sent_instant, sent_start};
use crate::runtime::paging::Paging;

/// Lists the agents' actions that await the platform's decision.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &AgentApprovalFilter,
    paging: &Paging,
) -> Result<Page<AgentAction>, ApiError> {
    let filter = Filter {
        agent: query.agent_id,
        customer: query.customer_id,
        status: Some(AgentActionStatus::PendingApproval),
        from: sent_start(query.start_date.as_ref())?,
        to: sent_instant(query.end_date.as_ref())?,
    };
    let order = match query.sort_order {
        SortOrder::Ascending => Order::Ascending,
        SortOrder::Descending => Order::Descending,
    };
    list(tx, context, &filter, paging, order)
}

/// Returns a page of actions.
pub(super) fn list(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: &Filter,
    paging: &Paging,
    order: Order,
) -> Result<Page<AgentAction>, ApiError> {
    let (rows, total) = agent_actions::list(tx, context.platform, filter, context.now, &paging.page(order))?;
    paging.finish(
        rows,
        total,
        |(record, _)| record.position(),
        |(record, payment)| actions::view(tx, context, &record, &payment),
    )
}
