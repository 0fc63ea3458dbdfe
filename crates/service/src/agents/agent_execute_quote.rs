//! `POST /agents/me/quotes/{quoteId}/execute` (agents A6): executed as the platform's quotes are, if the policy lets it,
//! or left to the platform.

use causeway_domain::agents::AgentActionType;
use causeway_store::Error;
use causeway_wire::table::AgentExecuteQuote;

use super::accounts::agent_of;
use super::evaluate::{AskedRates, Moved};
use super::submit::Submission;
use crate::payments::intake::Intake;
use crate::quotes::execute_quote::{Execution, ExecutionRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Executes a quote of the agent, or asks the platform to approve that.
///
/// # Errors
/// Those of the platform's operation, also `CONFLICT` with `ACTION_PENDING`; `FORBIDDEN`.
pub async fn handler(call: Call<AgentExecuteQuote>) -> Result<Answer, ApiError> {
    let factor = call.body.sca_factor;
    let request = ExecutionRequest::read(&call, factor)?;
    let preflight = Execution::ask(&call, &request).await?;
    let moved = Moved::of(preflight.terms()).ok_or(Error::Missing)?;
    let world = call.app.ports.of(call.caller.environment);
    let rates = AskedRates::ask(world, &agent_of(&call).await?, &moved).await;
    let action = AgentActionType::ExecuteQuote;
    let submission = Submission::<Execution> { action, factor, request, preflight, rates };
    Ok(submission.answer(&call).await)
}
