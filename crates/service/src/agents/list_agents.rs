//! `GET /agents` (agents A2).

use causeway_store::Tx;
use causeway_store::agents::{self, AgentRecord, Filter};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::agents::{Agent, AgentFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{sent_instant, sent_start};
use crate::runtime::paging::Paging;

/// Lists agents, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: &AgentFilter,
    paging: &Paging,
) -> Result<Page<Agent>, ApiError> {
    let filter = Filter {
        customer: filter.customer_id,
        is_paused: filter.is_paused,
        is_connected: filter.is_connected,
        created_after: sent_start(filter.created_after.as_ref())?,
        created_before: sent_instant(filter.created_before.as_ref())?,
        updated_after: sent_start(filter.updated_after.as_ref())?,
        updated_before: sent_instant(filter.updated_before.as_ref())?,
    };
    let (rows, total) = agents::list(tx, context.platform, &filter, &paging.page(Order::Descending))?;
    paging.finish(rows, total, AgentRecord::position, |record| Ok(render::agent(&record, context.now)))
}
