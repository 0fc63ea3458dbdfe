//! `POST /agents/{agentId}/actions/{actionId}/reject` (agents A5.2).

use causeway_domain::ids::{AgentActionId, AgentId};
use causeway_store::Tx;
use causeway_wire::agents::{AgentAction, AgentActionRejectRequest};

use super::approve_agent_action::get;
use super::decide;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;

/// Rejects an agent's action.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    agent: AgentId,
    id: AgentActionId,
    request: &AgentActionRejectRequest,
) -> Result<AgentAction, ApiError> {
    let action = get(tx, context, agent, id)?;
    decide::reject(tx, context, action.transaction, request.reason.clone())?.show(context)
}

impl FieldChecks for AgentActionRejectRequest {}
