//! Payments by an agent that await their platform's approval (agents A5.2): nothing is booked for them, and
//! no rail knows them.

use causeway_domain::agents::state::{ActionEvent, next};
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositEvent, OutgoingEvent};
use causeway_store::{Error, Tx, agent_actions};

use super::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Expires the agent action that a payment belongs to. The caller must hold the payment's row lock.
pub(crate) fn time_out(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<(), ApiError> {
    let found = agent_actions::find_by_payment(tx, context.platform, transaction)?;
    let mut action = found.ok_or(Error::Missing)?;
    action.status = next(action.status, ActionEvent::TimedOut).map_err(ApiError::internal)?;
    action.updated_at.advance(context.now);
    Ok(agent_actions::update(tx, context.platform, &action)?)
}

impl LockedPayment {
    /// Ends a payment that awaits its platform's approval without executing it.
    pub(crate) fn end_unapproved(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        match self.payment.kind {
            TransactionType::Outgoing => self.apply(tx, context, OutgoingEvent::NotApproved),
            TransactionType::Incoming => self.apply(tx, context, DepositEvent::NotApproved),
        }
    }
}
