//! The request for the platform's approval.

use causeway_domain::ids::{Id, JobId, TransactionId};
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::{Tx, approvals};
use causeway_wire::webhooks::EventType;

use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::{events, timers};
use crate::transactions::render;

/// Asks the platform to approve a payment after its pay request, by an event in the same transaction.
pub(crate) fn ask(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    locked.apply(tx, context, IncomingUmaEvent::PayRequestReceived)?;
    let payment = &locked.payment;
    let data = render::approval_request(context.platform, payment)?;
    let webhook = events::emit_once(tx, context, EventType::IncomingPaymentPending, &payment.id, &data)?;
    approvals::insert(tx, context.platform, payment.id, webhook)?;
    let work = Work::EndApproval { transaction: payment.id };
    let due_at = context.now.plus(timers::APPROVAL);
    // A queue of its own: the end of the window does not wait for other work on the payment.
    jobs::schedule_as(tx, context, job_of(payment.id), &work, &format!("{} approval", payment.id), due_at)
}

/// Fails a payment at once if its platform has no webhook endpoint to be asked at.
pub(crate) fn fail_unasked(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.apply(tx, context, IncomingUmaEvent::PayRequestReceived)?;
    locked.apply(tx, context, IncomingUmaEvent::WebhookFailed)
}

/// Returns the id of the job that ends the window: the payment's UUID, so that it needs no lookup.
pub(in crate::payments) fn job_of(payment: TransactionId) -> JobId {
    JobId::from_uuid(payment.uuid())
}
