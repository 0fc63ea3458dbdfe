//! Decisions of the platform about what agents ask for (agents A5.2). Whoever decides has locked the payment: of decisions
//! at the same time, whichever way they come, one finds it undecided.

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

use super::actions::{self, job_of, move_on};
use super::evaluate::{self, AskedRates, Moved};
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

/// What the outside world says about something that is to be approved.
pub struct Approval {
    start: Resumption,
    rates: AskedRates,
}

/// Asks the outside world about something that an agent asks for, and what its write locks; nothing is asked about what
/// nobody can approve.
///
/// # Errors
/// `SVC_SWITCH_ERROR` where the rate provider gives no answer; those of the database.
pub async fn ask<E: Endpoint>(
    call: &Call<E>,
    transaction: TransactionId,
) -> Result<(Prefetch, Option<Approval>), ApiError> {
    let (app, caller) = (Arc::clone(&call.app), call.caller.clone());
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        peek(tx, &context, transaction)
    };
    let Some((action, payment, agent)) = call.app.store.read(read).await? else {
        return Ok((Prefetch::default(), None));
    };
    let world = call.app.ports.of(call.caller.environment);
    let moved = Moved::of(&payment.terms).ok_or(Error::Missing)?;
    let rates = AskedRates::ask(world, &agent, &moved).await;
    if rates.are_unavailable() {
        return Err(no_answer("rate provider"));
    }
    let prefetch = Prefetch::of_accounts(&accounts::changed(&payment.terms));
    Ok((prefetch, Some(Approval { start: resumption(call, &action, &payment).await?, rates })))
}

/// Asks the outside world about the operation that would be carried out; returns what starts it.
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
            let wanted = create_transfer_out::request_of(&payment.terms).ok_or(Error::Missing)?;
            resume::<TransferOut, E>(call, wanted).await
        }
        AgentActionType::TransferIn => {
            let wanted = create_transfer_in::request_of(&payment.terms).ok_or(Error::Missing)?;
            resume::<TransferIn, E>(call, wanted).await
        }
    }
}

type Peeked = (AgentActionRecord, PaymentRecord, AgentRecord);

fn peek(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Option<Peeked>, Error> {
    let found = payments::find(tx, context.platform, id)?;
    let Some(payment) = found.filter(|payment| payment.phase().awaits_approval()) else { return Ok(None) };
    let action = agent_actions::find_of_payment(tx, context.platform, id)?.ok_or(Error::Missing)?;
    let agent = agents::find(tx, context.platform, action.agent)?;
    Ok(agent.map(|agent| (action, payment, agent)))
}

/// Something that the platform can still decide about, locked.
pub struct Undecided {
    action: AgentActionRecord,
    /// Its payment.
    pub(crate) locked: LockedPayment,
    /// The quote that has priced it.
    quote: Option<QuoteRecord>,
}

impl Undecided {
    /// Finds what this payment carries out, while nobody has decided about it.
    ///
    /// # Errors
    /// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
    fn lock(tx: &mut Tx<'_>, context: &Context, transaction: TransactionId) -> Result<Self, ApiError> {
        let locked = LockedPayment::get(tx, context.platform, transaction)?;
        if !locked.payment.phase().awaits_approval() {
            return Err(not_pending_approval());
        }
        let found = agent_actions::find_of_payment(tx, context.platform, transaction)?;
        let action = found.ok_or(Error::Missing)?;
        // The action is not authenticated, the terms are.
        if locked.payment.terms.agent != Some(action.agent) {
            return Err(
                Error::NotAuthentic(format!("that {} waits for an approval", locked.payment.id)).into()
            );
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

    /// The action as it stands.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` for what cannot be shown.
    pub(super) fn show(&self, context: &Context) -> Result<AgentAction, ApiError> {
        let quote = self.quote.as_ref();
        let AgentActionRecord { kind, sca_factor, .. } = self.action;
        let asked = actions::Asked { kind, payment: &self.locked.payment, quote, sca_factor };
        asked.show(context, &self.action)
    }

    /// Nobody has to decide any more.
    fn conclude(&self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        agent_actions::update(tx, context.platform, &self.action)?;
        if self.quote.is_none() {
            jobs::withdraw(tx, context, job_of(self.action.transaction))?;
        }
        Ok(())
    }
}

/// Approves what this payment carries out: every check is made anew, and what does not pass them has failed.
///
/// # Errors
/// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`; `SVC_SWITCH_ERROR` where a partner gives no answer, so that nothing is
/// decided.
pub fn approve(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    approval: Option<&Approval>,
) -> Result<Undecided, ApiError> {
    // The agent is locked before the payment, as everywhere.
    let found = agent_actions::find_of_payment(tx, context.platform, transaction)?;
    let found = found.ok_or_else(not_pending_approval)?;
    let agent = agents::lock(tx, context.platform, found.agent)?;
    let mut undecided = Undecided::lock(tx, context, transaction)?;
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
            move_on(context, &mut undecided.action, ActionEvent::Approved)?;
            let Undecided { action, locked, .. } = &mut undecided;
            actions::settle(context, action, &locked.payment, &mut agent, verdict)?;
            agents::update(tx, context.platform, &agent)?;
        }
        Err(failed) if is_undecided(&failed) => return Err(failed),
        Err(_) => {
            undecided.locked.is_not_carried_out(tx, context)?;
            move_on(context, &mut undecided.action, ActionEvent::CheckFailed)?;
        }
    }
    undecided.conclude(tx, context)?;
    Ok(undecided)
}

/// Returns `true` for a failure after which it can be approved again: of a customer under strong authentication once
/// that has logged in, or trusts the beneficiary.
fn is_undecided(failed: &ApiError) -> bool {
    let code = failed.code;
    matches!(
        code,
        Code::InternalError | Code::ServiceUnavailable | Code::SvcSwitchError | Code::ScaSessionRequired
    ) || failed.has_reason(AUTHORIZATION_REQUIRED)
}

/// Makes the checks of a submission that concern the agent once more.
fn check(
    context: &Context,
    undecided: &Undecided,
    agent: &AgentRecord,
    rates: &AskedRates,
) -> Result<Verdict, ApiError> {
    AgentPrincipal::of(agent).check(actions::operation(undecided.action.kind))?;
    let moved = Moved::of(&undecided.locked.payment.terms).ok_or(Error::Missing)?;
    evaluate::check(context, agent, &moved, rates)
}

/// Rejects what this payment carries out.
///
/// # Errors
/// `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
pub fn reject(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    reason: Option<String>,
) -> Result<Undecided, ApiError> {
    end(tx, context, transaction, ActionEvent::Rejected, reason)
}

/// Ends what this payment carries out without its being carried out.
pub(super) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    event: ActionEvent,
    reason: Option<String>,
) -> Result<Undecided, ApiError> {
    let mut undecided = Undecided::lock(tx, context, transaction)?;
    undecided.locked.is_not_carried_out(tx, context)?;
    move_on(context, &mut undecided.action, event)?;
    undecided.action.rejection_reason = reason;
    undecided.conclude(tx, context)?;
    Ok(undecided)
}
