//! Asking the platform.

use causeway_domain::ids::{Id, JobId, TransactionId};
use causeway_domain::payments::lifecycle::ReceiptEvent;
use causeway_store::{Tx, approvals};
use causeway_wire::webhooks::EventType;

use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::{events, timers};
use crate::transactions::render;

/// Asks the platform about a payment of which a pay request has come: the event that asks is written with it.
pub(crate) fn ask(tx: &mut Tx<'_>, context: &Context, locked: &mut LockedPayment) -> Result<(), ApiError> {
    locked.apply(tx, context, ReceiptEvent::PayRequestReceived)?;
    let payment = &locked.payment;
    let data = render::approval_request(context.platform, payment)?;
    let webhook = events::emit_once(tx, context, EventType::IncomingPaymentPending, &payment.id, &data)?;
    approvals::insert(tx, context.platform, payment.id, webhook)?;
    let work = Work::EndApproval { transaction: payment.id };
    let due_at = context.now.plus(timers::APPROVAL);
    // Beside the work on the payment: the end of its window waits for none of it.
    jobs::schedule_as(tx, context, job_of(payment.id), &work, &format!("{} approval", payment.id), due_at)
}

/// A platform that has no endpoint cannot be asked: the payment fails at once.
pub(crate) fn cannot_ask(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    locked.apply(tx, context, ReceiptEvent::PayRequestReceived)?;
    locked.apply(tx, context, ReceiptEvent::WebhookFailed)
}

/// The job that ends the window has the payment's UUID, so that it is found without being looked for.
pub(in crate::payments) fn job_of(payment: TransactionId) -> JobId {
    JobId::from_uuid(payment.uuid())
}
