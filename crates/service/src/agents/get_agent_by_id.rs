//! `GET /agents/{agentId}` (agents A2).

use causeway_domain::ids::AgentId;
use causeway_store::{Tx, agents};
use causeway_wire::agents::Agent;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows an agent.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: AgentId) -> Result<Agent, ApiError> {
    let found = agents::find(tx, context.platform, id)?;
    Ok(render::agent(&found.ok_or_else(ApiError::not_found::<AgentId>)?, context.now))
}
