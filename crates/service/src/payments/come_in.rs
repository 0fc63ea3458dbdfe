//! What happens to money on its way into an account (money 3.5, 10.2).

use causeway_domain::payments::{DepositChange, DepositEvent, DepositState, next_deposit};
use causeway_store::payments::{self, Failure};
use causeway_store::{Error, Tx};

use super::announce;
use super::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

impl LockedPayment {
    /// Applies an event to an incoming payment, writes it, and announces it.
    pub(super) fn come_in(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        event: DepositEvent,
    ) -> Result<(), ApiError> {
        let payment = &mut self.payment;
        let unknown = || Error::Data(format!("{} comes in and is {}", payment.id, payment.status));
        let state = match payment.state.pending_reason {
            Some(reason) => DepositState::Waiting(reason),
            None => DepositState::of(payment.status).ok_or_else(unknown)?,
        };
        let change = next_deposit(state, event).map_err(ApiError::internal)?;
        payment.status = change.state().status();
        payment.updated_at = context.now;
        payment.state.awaits_approval = false;
        payment.state.pending_reason = None;
        match change {
            DepositChange::Waiting(reason) => {
                payment.state.pending_reason = Some(reason);
                return Ok(payments::update(tx, context.platform, payment)?);
            }
            DepositChange::Completed => payment.state.settled_at = Some(context.now),
            DepositChange::Failed(reason) => payment.state.failure = Some(Failure::Incoming(reason)),
            DepositChange::Processing | DepositChange::Refunded => {}
        }
        payments::update(tx, context.platform, payment)?;
        announce::status(tx, context, payment)
    }
}
