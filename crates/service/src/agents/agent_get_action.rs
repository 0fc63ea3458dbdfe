//! `GET /agents/me/actions/{actionId}` (agents A6).

use causeway_domain::ids::AgentActionId;
use causeway_store::{Error, Tx, payments};
use causeway_wire::agents::AgentAction;

use super::approve_agent_action::get;
use super::{actions, guard};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows an action of the agent and its decision.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for an action of another agent.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: AgentActionId) -> Result<AgentAction, ApiError> {
    let action = get(tx, context, guard::caller(context)?.id, id)?;
    let payment = payments::find(tx, context.platform, action.transaction)?.ok_or(Error::Missing)?;
    actions::view(tx, context, &action, &payment)
}
