//! `DELETE /agents/{agentId}` (agents A1.2, A2).

use causeway_domain::agents::state::ActionEvent;
use causeway_domain::ids::AgentId;
use causeway_store::{Tx, agent_actions, agents};
use causeway_wire::{Code, Empty};

use super::decide;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes an agent. Its credentials are invalid at once, and its pending actions are rejected.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for a deleted agent.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: AgentId) -> Result<Empty, ApiError> {
    let mut record = agents::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<AgentId>)?;
    for transaction in agent_actions::pending_of_agent(tx, context.platform, id)? {
        let reason = Some("Agent deleted".to_owned());
        match decide::end(tx, context, transaction, ActionEvent::AgentDeleted, reason) {
            // Decided a moment ago, or expired.
            Err(error) if error.code == Code::TransactionNotPendingPlatformApproval => {}
            ended => drop(ended?),
        }
    }
    record.token_hash = None;
    record.deleted_at = Some(context.now);
    record.updated_at.advance(context.now);
    agents::update(tx, context.platform, &record)?;
    Ok(Empty)
}
