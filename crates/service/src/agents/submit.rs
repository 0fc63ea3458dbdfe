//! Submission of an agent's action under its lock: started at once, or left to the platform for approval, as
//! the policy requires (agents A4, A6).

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_domain::sca::ScaFactor;
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::{Endpoint, Reply};

use super::actions::{self, ActionRequest};
use super::evaluate::{self, AgentMovement, PolicyRates};
use super::guard;
use crate::payments::intake::{Intake, StartOutcome};
use crate::quotes::rate_refused;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// A payment requested by an agent, with the partners' answers about it.
pub(super) struct Submission<I: Intake> {
    pub(super) action: AgentActionType,
    /// The factor named by the agent, with which the customer authorizes the action.
    pub(super) factor: Option<ScaFactor>,
    pub(super) request: I::Request,
    pub(super) preflight: I::Preflight,
    /// The rates that the policy needs.
    pub(super) rates: PolicyRates,
}

impl<I: Intake> Submission<I> {
    /// Stores the submission and answers the call.
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

    /// Drafts the payment, checks it against the policy, and starts it or leaves it to the platform. Returns
    /// `None` if quote and payment failed because of the rate.
    ///
    /// # Errors
    /// The same as the platform's operation; `UNAUTHORIZED`; `FORBIDDEN`.
    fn write(&self, tx: &mut Tx<'_>, context: &Context) -> Result<Option<AgentAction>, ApiError> {
        let mut agent = guard::lock(tx, context, actions::operation(self.action))?;
        let mut intake = I::draft(tx, context, &self.request, &self.preflight, None)?;
        let movement = AgentMovement::of(&intake.payment().terms).ok_or(Error::Missing)?;
        let verdict = evaluate::check(context, &agent, &movement, &self.rates)?;
        match verdict.mode {
            AgentExecutionMode::Auto => match intake.start(tx, context, &self.preflight)? {
                StartOutcome::Started => {
                    self.of(&intake).store_executed(tx, context, &mut agent, verdict).map(Some)
                }
                StartOutcome::RateRefused => Ok(None),
            },
            AgentExecutionMode::ApprovalRequired => {
                intake.wait(tx, context)?;
                self.of(&intake).store_pending(tx, context, &agent).map(Some)
            }
        }
    }

    /// Returns the action with its drafted payment.
    fn of<'a>(&self, intake: &'a I) -> ActionRequest<'a> {
        ActionRequest {
            kind: self.action,
            payment: intake.payment(),
            quote: intake.quote(),
            sca_factor: self.factor,
        }
    }
}
