//! Actions of agents: stored, executed at once or left to the platform for approval (agents A5.1).

use std::time::Duration;

use causeway_domain::agents::{
    AgentActionStatus, AgentActionType, AgentExecutionMode, MAX_PENDING_ACTIONS, Verdict,
    state::{ActionEvent, created, ended_badly, next},
};
use causeway_domain::ids::{AgentActionId, Id, JobId, TransactionId};
use causeway_domain::sca::ScaFactor;
use causeway_domain::{Revision, Time};
use causeway_store::agent_actions::{self, AgentActionRecord};
use causeway_store::agents::{self, AgentRecord};
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::table::AgentOperations;
use causeway_wire::webhooks::EventType;

use super::{errors, evaluate, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::runtime::jobs::{self, Work};
use crate::runtime::settings::{AGENT_TRANSFER_APPROVAL_SECONDS, Settings};

/// An action with its row-locked payment, and the quote that priced it.
pub(super) struct ActionRequest<'a> {
    pub(super) kind: AgentActionType,
    pub(super) payment: &'a PaymentRecord,
    pub(super) quote: Option<&'a QuoteRecord>,
    /// The factor named by the agent, with which the customer authorizes the action.
    pub(super) sca_factor: Option<ScaFactor>,
}

impl ActionRequest<'_> {
    /// Stores an action that was executed at once. An action that failed at once does not count against the
    /// limits.
    pub(super) fn store_executed(
        &self,
        tx: &mut Tx<'_>,
        context: &Context,
        agent: &mut AgentRecord,
        verdict: Verdict,
    ) -> Result<AgentAction, ApiError> {
        let mut record = self.record(context, agent, AgentExecutionMode::Auto, context.now);
        settle(context, &mut record, self.payment, agent, verdict)?;
        agents::update(tx, context.platform, agent)?;
        agent_actions::insert(tx, context.platform, &record)?;
        self.show(context, &record)
    }

    /// Stores the action as pending approval and notifies the platform once. Counts nothing against the
    /// limits. The number of pending actions is limited, because deleting the agent ends them all in one
    /// transaction. The caller must hold the agent's row lock.
    ///
    /// # Errors
    /// `FORBIDDEN` with `PENDING_ACTIONS_LIMIT_EXCEEDED`.
    pub(super) fn store_pending(
        &self,
        tx: &mut Tx<'_>,
        context: &Context,
        agent: &AgentRecord,
    ) -> Result<AgentAction, ApiError> {
        if agent_actions::count_pending(tx, context.platform, agent.id)? >= MAX_PENDING_ACTIONS {
            return Err(errors::too_many_pending());
        }
        let expires_at = match self.quote {
            Some(quote) => quote.expires_at,
            None => transfer_expires_at(tx, context)?,
        };
        let record = self.record(context, agent, AgentExecutionMode::ApprovalRequired, expires_at);
        agent_actions::insert(tx, context.platform, &record)?;
        if self.quote.is_none() {
            let work = Work::ExpireAgentAction { transaction: record.transaction };
            jobs::schedule_as(
                tx,
                context,
                job_of(record.transaction),
                &work,
                &record.transaction,
                expires_at,
            )?;
        }
        let view = self.show(context, &record)?;
        events::emit(tx, context, EventType::AgentActionPendingApproval, &record.id, &view)?;
        Ok(view)
    }

    pub(super) fn show(
        &self,
        context: &Context,
        record: &AgentActionRecord,
    ) -> Result<AgentAction, ApiError> {
        render::action(context, record, self.payment, self.quote)
    }

    fn record(
        &self,
        context: &Context,
        agent: &AgentRecord,
        mode: AgentExecutionMode,
        expires_at: Time,
    ) -> AgentActionRecord {
        AgentActionRecord {
            id: context.id::<AgentActionId>(),
            agent: agent.id,
            customer: agent.customer,
            transaction: self.payment.id,
            kind: self.kind,
            sca_factor: self.sca_factor,
            status: created(mode),
            has_begun: mode == AgentExecutionMode::Auto,
            rejection_reason: None,
            expires_at,
            created_at: context.now,
            updated_at: Revision::created(context.now),
        }
    }
}

/// Counts an allowed action whose payment has begun, unless the payment failed within the same call.
pub(super) fn settle(
    context: &Context,
    record: &mut AgentActionRecord,
    payment: &PaymentRecord,
    agent: &mut AgentRecord,
    verdict: Verdict,
) -> Result<(), ApiError> {
    if ended_badly(payment.status()) {
        return apply_event(context, record, ActionEvent::TransactionEndedBadly);
    }
    evaluate::count(context, agent, verdict)
}

/// Applies an event to an action. The caller stores it.
pub(super) fn apply_event(
    context: &Context,
    record: &mut AgentActionRecord,
    event: ActionEvent,
) -> Result<(), ApiError> {
    record.status = next(record.status, event).map_err(ApiError::internal)?;
    record.updated_at.advance(context.now);
    if record.status == AgentActionStatus::Approved {
        record.has_begun = true;
    }
    Ok(())
}

/// Renders an action with its payment and, if it executes one, its quote.
pub(super) fn view(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &AgentActionRecord,
    payment: &PaymentRecord,
) -> Result<AgentAction, ApiError> {
    let quote = match (record.kind, payment.quote) {
        (AgentActionType::ExecuteQuote, Some(id)) => {
            Some(quotes::find(tx, context.platform, id)?.ok_or(Error::Missing)?.0)
        }
        _ => None,
    };
    render::action(context, record, payment, quote.as_ref())
}

fn transfer_expires_at(tx: &mut Tx<'_>, context: &Context) -> Result<Time, ApiError> {
    let seconds = Settings::of(tx, context)?.get(&AGENT_TRANSFER_APPROVAL_SECONDS)?;
    Ok(context.now.plus(Duration::from_secs(seconds.into())))
}

/// Returns the id of the job that expires an undecided transfer: the UUID of its payment.
pub(super) fn job_of(transaction: TransactionId) -> JobId {
    JobId::from_uuid(transaction.uuid())
}

/// Returns the operation by which an agent requests an action of this kind.
pub(super) const fn operation(kind: AgentActionType) -> AgentOperations {
    match kind {
        AgentActionType::ExecuteQuote => AgentOperations::AgentExecuteQuote,
        AgentActionType::TransferOut => AgentOperations::AgentCreateTransferOut,
        AgentActionType::TransferIn => AgentOperations::AgentCreateTransferIn,
    }
}
