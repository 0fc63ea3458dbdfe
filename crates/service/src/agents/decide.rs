//! Decisions of the platform about agents' actions (agents A5.2). Every decision locks the payment, so that
//! of concurrent decisions, by any entry point, only one finds the action undecided.

use std::sync::Arc;

use causeway_domain::agents::state::ActionEvent;
use causeway_domain::agents::{AgentActionType, Verdict};
use causeway_domain::ids::TransactionId;
use causeway_domain::quotes::is_expired;
use causeway_store::agent_actions::{self, AgentActionRecord};
use causeway_store::agents::{self, AgentRecord};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Prefetch, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::{Code, Endpoint};

use super::actions::{self, apply_event, job_of};
use super::evaluate::{self, AgentMovement, PolicyRates};
use crate::payments::checks::accounts;
use crate::payments::intake::{Resumption, resume};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::{no_answer, not_pending_approval};
use crate::quotes::execute_quote::{Execution, ExecutionRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;
use crate::runtime::jobs;
use crate::runtime::principal::AgentPrincipal;
use crate::sca::AUTHORIZATION_REQUIRED;
use crate::transfers::create_transfer_in::{self, TransferIn};
use crate::transfers::create_transfer_out::{self, TransferOut};

/// The partners' answers needed to approve an action.
pub struct ApprovalPreflight {
    start: Resumption,
    rates: PolicyRates,
}

/// Asks the partners about a pending action, and returns the answers with the accounts that its write locks.
/// Asks nothing if the action cannot be approved.
///
/// # Errors
/// `SVC_SWITCH_ERROR` if the rate provider does not answer.
pub async fn ask<E: Endpoint>(
    call: &Call<E>,
    transaction: TransactionId,
) -> Result<(Prefetch, Option<ApprovalPreflight>), ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        peek(tx, &context, transaction)
    };
    let Some((action, payment, agent)) = call.app.store.read(read).await? else {
        return Ok((Prefetch::default(), None));
    };
    let world = call.app.ports.of(call.caller.environment);
    let movement = AgentMovement::of(&payment.terms).ok_or(Error::Missing)?;
    let rates = PolicyRates::ask(world, &agent, &movement).await;
    if rates.are_unavailable() {
        return Err(no_answer("rate provider"));
    }
    let prefetch = Prefetch::of_accounts(&accounts::changed(&payment.terms));
    Ok((prefetch, Some(ApprovalPreflight { start: resumption(call, &action, &payment).await?, rates })))
}

/// Asks the partners about the operation that would be executed; returns the closure that starts it.
async fn resumption<E: Endpoint>(
    call: &Call<E>,
    action: &AgentActionRecord,
    payment: &PaymentRecord,
) -> Result<Resumption, ApiError> {
    match action.kind {
        AgentActionType::ExecuteQuote => {
            let id = payment.quote.ok_or(Error::Missing)?;
            resume::<Execution, E>(call, ExecutionRequest::resumed(id, action.sca_factor)).await
        }
        AgentActionType::TransferOut => {
            let request = create_transfer_out::request_of(&payment.terms).ok_or(Error::Missing)?;
            resume::<TransferOut, E>(call, request).await
        }
        AgentActionType::TransferIn => {
            let request = create_transfer_in::request_of(&payment.terms).ok_or(Error::Missing)?;
            resume::<TransferIn, E>(call, request).await
        }
    }
}

type PendingAction = (AgentActionRecord, PaymentRecord, AgentRecord);

fn peek(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Option<PendingAction>, Error> {
    let found = payments::find(tx, context.platform, id)?;
    let Some(payment) = found.filter(|payment| payment.phase().awaits_approval()) else { return Ok(None) };
    let action = agent_actions::find_by_payment(tx, context.platform, id)?.ok_or(Error::Missing)?;
    let agent = agents::find(tx, context.platform, action.agent)?;
    Ok(agent.map(|agent| (action, payment, agent)))
}

/// A row-locked action that the platform can still decide about.
pub struct UndecidedAction {
    action: AgentActionRecord,
    pub(crate) locked: LockedPayment,
    /// The quote that priced it.
    quote: Option<QuoteRecord>,
}

impl UndecidedAction {
    /// Locks the payment's action while it is undecided.
    ///
    /// # Errors
    /// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
    fn lock(tx: &mut Tx<'_>, context: &Context, transaction: TransactionId) -> Result<Self, ApiError> {
        let locked = LockedPayment::get(tx, context.platform, transaction)?;
        if !locked.payment.phase().awaits_approval() {
            return Err(not_pending_approval());
        }
        let found = agent_actions::find_by_payment(tx, context.platform, transaction)?;
        let action = found.ok_or(Error::Missing)?;
        // The action is not authenticated; the payment terms are.
        if locked.payment.terms.agent != Some(action.agent) {
            return Err(Error::NotAuthentic(format!(
                "the agent of {}, which waits for an approval",
                locked.payment.id
            ))
            .into());
        }
        if is_expired(action.expires_at, context.now) {
            return Err(not_pending_approval());
        }
        let quote = match locked.payment.quote {
            Some(id) => quotes::find(tx, context.platform, id)?.map(|(quote, _)| quote),
            None => None,
        };
        Ok(Self { action, locked, quote })
    }

    /// Renders the action in its current state.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` for an action that cannot be rendered.
    pub(super) fn show(&self, context: &Context) -> Result<AgentAction, ApiError> {
        let quote = self.quote.as_ref();
        let AgentActionRecord { kind, sca_factor, .. } = self.action;
        let action_request =
            actions::ActionRequest { kind, payment: &self.locked.payment, quote, sca_factor };
        action_request.show(context, &self.action)
    }

    /// Stores the decided action and withdraws its expiry job.
    fn conclude(&self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        agent_actions::update(tx, context.platform, &self.action)?;
        if self.quote.is_none() {
            jobs::withdraw(tx, context, job_of(self.action.transaction))?;
        }
        Ok(())
    }
}

/// Approves the action of this payment. Every check is repeated; an action that fails them becomes failed.
///
/// # Errors
/// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`; `SVC_SWITCH_ERROR` if a partner does not answer, in which
/// case the action stays undecided.
pub fn approve(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    approval: Option<&ApprovalPreflight>,
) -> Result<UndecidedAction, ApiError> {
    // Lock order: the agent before the payment, as everywhere.
    let found = agent_actions::find_by_payment(tx, context.platform, transaction)?;
    let found = found.ok_or_else(not_pending_approval)?;
    let agent = agents::lock(tx, context.platform, found.agent)?;
    let mut undecided = UndecidedAction::lock(tx, context, transaction)?;
    let (Some(mut agent), Some(approval)) = (agent, approval) else {
        return Err(super::errors::has_changed());
    };
    let checked = check(context, &undecided, &agent, &approval.rates);
    let started = match checked {
        Ok(verdict) => {
            let waiting = LockedPayment::stored(undecided.locked.payment.clone());
            let started = tx.attempt(|tx| (approval.start)(tx, context, waiting))?.or_rerun(tx)?;
            started.map(|locked| (verdict, locked))
        }
        Err(failed) => Err(failed),
    };
    match started {
        Ok((verdict, locked)) => {
            undecided.locked = locked;
            apply_event(context, &mut undecided.action, ActionEvent::Approved)?;
            let UndecidedAction { action, locked, .. } = &mut undecided;
            actions::settle(context, action, &locked.payment, &mut agent, verdict)?;
            agents::update(tx, context.platform, &agent)?;
        }
        Err(failed) if is_undecided(&failed) => return Err(failed),
        Err(_) => {
            undecided.locked.end_unapproved(tx, context)?;
            apply_event(context, &mut undecided.action, ActionEvent::CheckFailed)?;
        }
    }
    undecided.conclude(tx, context)?;
    Ok(undecided)
}

/// Returns `true` for a failure that leaves the action undecided, so that it can be approved again. This
/// includes a customer under strong authentication, who must first log in or trust the beneficiary.
fn is_undecided(failed: &ApiError) -> bool {
    failed.is_service_failure()
        || matches!(failed.code, Code::SvcSwitchError | Code::ScaSessionRequired)
        || failed.has_reason(AUTHORIZATION_REQUIRED)
}

/// Repeats the checks of a submission that concern the agent.
fn check(
    context: &Context,
    undecided: &UndecidedAction,
    agent: &AgentRecord,
    rates: &PolicyRates,
) -> Result<Verdict, ApiError> {
    AgentPrincipal::of(agent).check(actions::operation(undecided.action.kind))?;
    let movement = AgentMovement::of(&undecided.locked.payment.terms).ok_or(Error::Missing)?;
    evaluate::check(context, agent, &movement, rates)
}

/// Rejects the action of this payment.
///
/// # Errors
/// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
pub fn reject(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    reason: Option<String>,
) -> Result<UndecidedAction, ApiError> {
    end(tx, context, transaction, ActionEvent::Rejected, reason)
}

/// Ends the action of this payment without executing it.
pub(super) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    event: ActionEvent,
    reason: Option<String>,
) -> Result<UndecidedAction, ApiError> {
    let mut undecided = UndecidedAction::lock(tx, context, transaction)?;
    undecided.locked.end_unapproved(tx, context)?;
    apply_event(context, &mut undecided.action, event)?;
    undecided.action.rejection_reason = reason;
    undecided.conclude(tx, context)?;
    Ok(undecided)
}
