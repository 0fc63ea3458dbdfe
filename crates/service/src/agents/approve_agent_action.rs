//! `POST /agents/{agentId}/actions/{actionId}/approve` (agents A5.2).

use causeway_domain::agents::{AgentActionStatus, AgentActionType};
use causeway_domain::ids::{AgentActionId, AgentId};
use causeway_domain::payments::TransactionStatus;
use causeway_store::agent_actions::{self, AgentActionRecord};
use causeway_store::{Error, Prefetch, Tx, agents, payments};
use causeway_wire::Code;
use causeway_wire::agents::AgentAction;
use causeway_wire::table::ApproveAgentAction;

use super::{actions, decide};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, repeat_outdated};

/// Approves an agent's action. If it can no longer be executed, or its quote expired undecided, the response
/// shows the action as failed.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`; `SVC_SWITCH_ERROR` if a partner does
/// not answer.
pub async fn handler(call: Call<ApproveAgentAction>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<ApproveAgentAction>) -> Result<Answer, ApiError> {
    let agent: AgentId = call.path.id()?;
    let id: AgentActionId = call.path.second_id()?;
    let context = call.context();
    let action = call.app.store.look(move |tx| get(tx, &context, agent, id)).await?;
    let (prefetch, preflight): (Prefetch, _) = decide::ask(call, action.transaction).await?;
    let approve = move |tx: &mut Tx<'_>, context: &Context| {
        let action = get(tx, context, agent, id)?;
        match decide::approve(tx, context, action.transaction, preflight.as_ref()) {
            Ok(decided) => decided.show(context),
            Err(error) if error.code == Code::TransactionNotPendingPlatformApproval => {
                find_expired(tx, context, agent, id)?.ok_or(error)
            }
            Err(failed) => Err(failed),
        }
    };
    Ok(call.write(prefetch, approve).await)
}

/// Returns the action of this agent.
pub(super) fn get(
    tx: &mut Tx<'_>,
    context: &Context,
    agent: AgentId,
    id: AgentActionId,
) -> Result<AgentActionRecord, ApiError> {
    agents::find(tx, context.platform, agent)?.ok_or_else(ApiError::not_found::<AgentId>)?;
    let found = agent_actions::find(tx, context.platform, id)?.filter(|found| found.agent == agent);
    found.ok_or_else(ApiError::not_found::<AgentActionId>)
}

/// Returns the action if it failed only because its quote expired undecided, else `None`.
fn find_expired(
    tx: &mut Tx<'_>,
    context: &Context,
    agent: AgentId,
    id: AgentActionId,
) -> Result<Option<AgentAction>, ApiError> {
    let action = get(tx, context, agent, id)?;
    let payment = payments::find(tx, context.platform, action.transaction)?.ok_or(Error::Missing)?;
    let has_failed = action.status_at(&payment, context.now) == AgentActionStatus::Failed;
    // An action that was decided in time and failed later does not count, even if it has expired by now.
    let was_undecided =
        action.status == AgentActionStatus::PendingApproval || payment.status() == TransactionStatus::Expired;
    let was_too_late = context.now >= action.expires_at && !action.has_begun;
    if action.kind == AgentActionType::ExecuteQuote && has_failed && was_undecided && was_too_late {
        actions::view(tx, context, &action, &payment).map(Some)
    } else {
        Ok(None)
    }
}
