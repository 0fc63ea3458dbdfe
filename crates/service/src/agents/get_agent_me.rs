//! `GET /agents/me` (agents A6).

use causeway_store::Tx;
use causeway_wire::agents::Agent;

use super::{get_agent_by_id, guard};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows the agent to itself.
pub fn apply(tx: &mut Tx<'_>, context: &Context) -> Result<Agent, ApiError> {
    get_agent_by_id::apply(tx, context, guard::caller(context)?.id)
}
