//! `POST /agents/me/quotes/{quoteId}/execute` (agents A6): executed like the platform's quotes if the policy
//! allows it, or left to the platform for approval.

use causeway_domain::agents::AgentActionType;
use causeway_store::Error;
use causeway_wire::table::AgentExecuteQuote;

use super::accounts::agent_of;
use super::evaluate::{AgentMovement, PolicyRates};
use super::submit::Submission;
use crate::payments::intake::Intake;
use crate::quotes::execute_quote::{Execution, ExecutionRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call, repeat_outdated};

/// Executes a quote of the agent, or asks the platform for approval.
///
/// # Errors
/// The same as the platform's operation, including `CONFLICT` with `ACTION_PENDING`; `FORBIDDEN`.
pub async fn handler(call: Call<AgentExecuteQuote>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<AgentExecuteQuote>) -> Result<Answer, ApiError> {
    let factor = call.body.sca_factor;
    let request = ExecutionRequest::read(call, factor)?;
    let preflight = Execution::ask(call, &request).await?;
    let movement = AgentMovement::of(preflight.terms()).ok_or(Error::Missing)?;
    let world = call.app.ports.of(call.caller.environment);
    let rates = PolicyRates::ask(world, &agent_of(call).await?, &movement).await;
    let action = AgentActionType::ExecuteQuote;
    let submission = Submission::<Execution> { action, factor, request, preflight, rates };
    Ok(submission.answer(call).await)
}
