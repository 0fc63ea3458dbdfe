//! What an agent asks for, under its lock: started at once, or left to the platform, as the policy says (agents A4, A6).

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_domain::sca::ScaFactor;
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::{Endpoint, Reply};

use super::actions::{self, Asked};
use super::evaluate::{self, AskedRates, Moved};
use super::guard;
use crate::payments::intake::{Intake, StartOutcome};
use crate::quotes::rate_refused;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// A payment that an agent asks for, with what the outside world says to it.
pub(super) struct Submission<I: Intake> {
    pub(super) action: AgentActionType,
    /// The factor that the agent names, by which the customer is to authorize it.
    pub(super) factor: Option<ScaFactor>,
    pub(super) request: I::Request,
    pub(super) preflight: I::Preflight,
    /// The rates that the policy needs.
    pub(super) rates: AskedRates,
}

impl<I: Intake> Submission<I> {
    /// Writes it and answers the call.
    pub(super) async fn answer<E: Endpoint<Success = AgentAction>>(self, call: &Call<E>) -> Answer {
        let prefetch = I::prefetch(call, &self.request, &self.preflight);
        let write = move |tx: &mut Tx<'_>, context: &Context| {
            Ok(match self.write(tx, context)? {
                Some(action) => Answer::success(&Reply::<E>::Done(action))?,
                None => Answer::refused(&rate_refused()),
            })
        };
        call.write_answer(prefetch, write).await
    }

    /// Drafts the payment, holds the policy against it, and starts it or leaves it to the platform. Returns `None` if quote
    /// and payment have failed for the rate.
    ///
    /// # Errors
    /// Those of the platform's operation; `UNAUTHORIZED`; `FORBIDDEN`.
    fn write(&self, tx: &mut Tx<'_>, context: &Context) -> Result<Option<AgentAction>, ApiError> {
        let mut agent = guard::lock(tx, context, actions::operation(self.action))?;
        let mut intake = I::draft(tx, context, &self.request, &self.preflight, None)?;
        let moved = Moved::of(&intake.payment().terms).ok_or(Error::Missing)?;
        let verdict = evaluate::check(context, &agent, &moved, &self.rates)?;
        match verdict.mode {
            AgentExecutionMode::Auto => match intake.start(tx, context, &self.preflight)? {
                StartOutcome::Started => {
                    self.of(&intake).carried_out(tx, context, &mut agent, verdict).map(Some)
                }
                StartOutcome::RateRefused => Ok(None),
            },
            AgentExecutionMode::ApprovalRequired => {
                intake.wait(tx, context)?;
                self.of(&intake).left_to_platform(tx, context, &agent).map(Some)
            }
        }
    }

    /// Returns the action with its payment as it is drafted.
    fn of<'a>(&self, intake: &'a I) -> Asked<'a> {
        Asked { kind: self.action, payment: intake.payment(), quote: intake.quote(), sca_factor: self.factor }
    }
}
