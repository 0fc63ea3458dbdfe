//! What happens to a payment from a UMA address (money 10.4).

use causeway_domain::payments::{IncomingChange, IncomingEvent, IncomingState, next_incoming};
use causeway_store::payments::{self, Failure};
use causeway_store::{Error, Tx};

use super::announce;
use super::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

impl LockedPayment {
    /// Applies an event to a payment from a UMA address, writes it, and announces it. The event that asks the platform
    /// is not among those: its delivery is part of the payment ([`super::approval`]).
    pub(super) fn receive(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        event: IncomingEvent,
    ) -> Result<(), ApiError> {
        let payment = &mut self.payment;
        let unknown =
            || Error::Data(format!("{} comes from a UMA address and is {}", payment.id, payment.status));
        let is_approved = payment.state.receipt.as_ref().is_some_and(|receipt| receipt.approved_at.is_some());
        let state = IncomingState::of(payment.status, is_approved).ok_or_else(unknown)?;
        let change = next_incoming(state, event).map_err(ApiError::internal)?;
        payment.status = change.state().status();
        payment.updated_at = context.now;
        let is_announced = match change {
            IncomingChange::AwaitingApproval | IncomingChange::Processing => false,
            IncomingChange::Approved => {
                payment.state.receipt.as_mut().ok_or(Error::Missing)?.approved_at = Some(context.now);
                false
            }
            IncomingChange::Completed => {
                payment.state.settled_at = Some(context.now);
                true
            }
            IncomingChange::Rejected => true,
            IncomingChange::Failed(reason) => {
                payment.state.failure = Some(Failure::Incoming(reason));
                true
            }
        };
        payments::update(tx, context.platform, payment)?;
        if is_announced { announce::status(tx, context, payment) } else { Ok(()) }
    }
}
