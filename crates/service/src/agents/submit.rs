//! What an agent asks for, under its lock: started at once, or left to the platform, as the policy says (agents A4, A6).

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_domain::sca::ScaFactor;
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::table::AgentOperations;
use causeway_wire::{Endpoint, Reply};

use super::actions::Asked;
use super::evaluate::{self, AskedRates, Moved};
use super::guard;
use crate::payments::intake::{Intake, Launched};
use crate::quotes::rate_refused;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// What kind of action an operation asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) operation: AgentOperations,
    pub(super) action: AgentActionType,
    /// The factor that the agent names, by which the customer is to authorize it.
    pub(super) factor: Option<ScaFactor>,
}

/// Drafts the payment, holds the policy against it, and starts it or leaves it to the platform.
pub(super) async fn submit<I: Intake + 'static, E: Endpoint<Success = AgentAction>>(
    call: &Call<E>,
    kind: Kind,
    wanted: I::Wanted,
    (asked, rates): (I::Asked, AskedRates),
) -> Answer {
    let prefetch = I::prefetch(call, &wanted, &asked);
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        Ok(match write::<I>(tx, context, kind, &wanted, (&asked, &rates))? {
            Some(action) => Answer::success(&Reply::<E>::Done(action))?,
            None => Answer::refused(&rate_refused()),
        })
    };
    call.write_answer(prefetch, write).await
}

/// Writes down what is asked for; `None` where quote and payment have failed for the rate.
///
/// # Errors
/// Those of the platform's operation; `UNAUTHORIZED`; `FORBIDDEN`.
fn write<I: Intake>(
    tx: &mut Tx<'_>,
    context: &Context,
    kind: Kind,
    wanted: &I::Wanted,
    (asked, rates): (&I::Asked, &AskedRates),
) -> Result<Option<AgentAction>, ApiError> {
    let mut agent = guard::lock(tx, context, kind.operation)?;
    let mut intake = I::draft(tx, context, wanted, asked, None)?;
    let moved = Moved::of(&intake.payment().terms).ok_or(Error::Missing)?;
    let verdict = evaluate::check(context, &agent, &moved, rates)?;
    match verdict.mode {
        AgentExecutionMode::Auto => match intake.start(tx, context, asked)? {
            Launched::Started => shown(&intake, kind).carried_out(tx, context, &mut agent, verdict).map(Some),
            Launched::RateRefused => Ok(None),
        },
        AgentExecutionMode::ApprovalRequired => {
            intake.wait(tx, context)?;
            shown(&intake, kind).left_to_platform(tx, context, &agent).map(Some)
        }
    }
}

fn shown<I: Intake>(intake: &I, kind: Kind) -> Asked<'_> {
    let (payment, quote) = (intake.payment(), intake.quote());
    Asked { kind: kind.action, payment, quote, sca_factor: kind.factor }
}
