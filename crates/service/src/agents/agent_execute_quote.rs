//! `POST /agents/me/quotes/{quoteId}/execute` (agents A6): executed as the platform's quotes are, if the policy lets it,
//! or left to the platform.

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_domain::ids::QuoteId;
use causeway_domain::payments::lifecycle::OutgoingEvent;
use causeway_domain::sca::ScaFactor;
use causeway_store::{Error, Tx};
use causeway_wire::Reply;
use causeway_wire::table::{AgentExecuteQuote, AgentOperations};

use super::accounts::agent_of;
use super::actions::Asked;
use super::evaluate::{self, AskedRates, Moved};
use super::guard;
use crate::payments::checks::precheck::PrecheckResult;
use crate::quotes::{Launched, LockedQuote, execute_quote, keep_signature, rate_refused};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Executes a quote of the agent, or asks the platform to approve that.
///
/// # Errors
/// Those of the platform's operation, also `CONFLICT` with `ACTION_PENDING`; `FORBIDDEN`.
pub async fn handler(call: Call<AgentExecuteQuote>) -> Result<Answer, ApiError> {
    let id: QuoteId = call.id()?;
    let asked = execute_quote::ask(&call, id).await?;
    let moved = Moved::of(&asked.terms).ok_or(Error::Missing)?;
    let world = call.app.ports.of(call.caller.environment);
    let rates = AskedRates::ask(world, &agent_of(&call).await?, &moved).await;
    let (precheck, stamp) = (asked.precheck, asked.stamp);
    let factor = call.body.sca_factor;
    let execute = move |tx: &mut Tx<'_>, context: &Context| {
        execute(tx, context, id, (&rates, precheck, factor), stamp.as_deref())
    };
    Ok(call.write_answer(asked.prefetch, execute).await)
}

fn execute(
    tx: &mut Tx<'_>,
    context: &Context,
    id: QuoteId,
    (rates, precheck, factor): (&AskedRates, PrecheckResult, Option<ScaFactor>),
    stamp: Option<&str>,
) -> Result<Answer, ApiError> {
    let mut agent = guard::lock(tx, context, AgentOperations::AgentExecuteQuote)?;
    let mut found = execute_quote::lock(tx, context, id)?;
    let signed = execute_quote::authorize(tx, context, &found, stamp)?;
    let moved = Moved::of(&found.locked.payment.terms).ok_or(Error::Missing)?;
    let verdict = evaluate::check(context, &agent, &moved, rates)?;
    let action = match verdict.mode {
        AgentExecutionMode::Auto => {
            let LockedQuote { quote, locked } = &mut found;
            match execute_quote::execute(tx, context, (quote, locked), precheck, factor)? {
                Launched::Started => asked(&found, factor).carried_out(tx, context, &mut agent, verdict)?,
                Launched::RateRefused => return Ok(Answer::refused(&rate_refused())),
            }
        }
        AgentExecutionMode::ApprovalRequired => {
            found.locked.apply(tx, context, OutgoingEvent::ApprovalRequired)?;
            asked(&found, factor).left_to_platform(tx, context, &agent)?
        }
    };
    // Verified once, at the submission: an approval need not find the session alive.
    keep_signature(tx, context, signed)?;
    Answer::success(&Reply::<AgentExecuteQuote>::Done(action))
}

const fn asked(found: &LockedQuote, sca_factor: Option<ScaFactor>) -> Asked<'_> {
    let (payment, quote) = (&found.locked.payment, Some(&found.quote));
    Asked { kind: AgentActionType::ExecuteQuote, payment, quote, sca_factor }
}
