//! `POST /agents/me/quotes/{quoteId}/execute` (agents A6): executed as the platform's quotes are, if the policy lets it,
//! or left to the platform.

use causeway_domain::agents::AgentActionType;
use causeway_store::Error;
use causeway_wire::table::{AgentExecuteQuote, AgentOperations};

use super::accounts::agent_of;
use super::evaluate::{AskedRates, Moved};
use super::submit::{Kind, submit};
use crate::payments::intake::Intake;
use crate::quotes::execute_quote::{Execution, Wanted};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call};

/// Executes a quote of the agent, or asks the platform to approve that.
///
/// # Errors
/// Those of the platform's operation, also `CONFLICT` with `ACTION_PENDING`; `FORBIDDEN`.
pub async fn handler(call: Call<AgentExecuteQuote>) -> Result<Answer, ApiError> {
    let factor = call.body.sca_factor;
    let wanted = Wanted::read(&call, factor)?;
    let asked = Execution::ask(&call, &wanted).await?;
    let moved = Moved::of(asked.terms()).ok_or(Error::Missing)?;
    let world = call.app.ports.of(call.caller.environment);
    let rates = AskedRates::ask(world, &agent_of(&call).await?, &moved).await;
    let operation = AgentOperations::AgentExecuteQuote;
    let kind = Kind { operation, action: AgentActionType::ExecuteQuote, factor };
    Ok(submit::<Execution, _>(&call, kind, wanted, (asked, rates)).await)
}
