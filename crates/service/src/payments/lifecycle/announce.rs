//! The events of payments (money 14).

use causeway_domain::payments::{RefundStatus, TransactionStatus, TransactionType};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;
use causeway_wire::webhooks::EventType;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::transactions::render;

/// Announces the status that a payment has just entered; a no-op if the status has no event.
///
/// # Errors
/// The same as [`events::emit`].
pub(crate) fn status(tx: &mut Tx<'_>, context: &Context, record: &PaymentRecord) -> Result<(), ApiError> {
    let Some(event) = event_of(record.kind, record.status()) else { return Ok(()) };
    events::emit(tx, context, event, &record.id, &render::transaction(context.platform, record)?)
}

/// Announces the status of a payment's refund (money 9); a no-op without a refund.
///
/// # Errors
/// The same as [`events::emit`].
pub(crate) fn refund(tx: &mut Tx<'_>, context: &Context, record: &PaymentRecord) -> Result<(), ApiError> {
    let Some(refund) = &record.state().refund else { return Ok(()) };
    let event = refund_event(record.kind, refund.status);
    events::emit(tx, context, event, &record.id, &render::transaction(context.platform, record)?)
}

const fn refund_event(kind: TransactionType, status: RefundStatus) -> EventType {
    match (kind, status) {
        (TransactionType::Incoming, RefundStatus::Pending) => EventType::IncomingPaymentRefundPending,
        (TransactionType::Incoming, RefundStatus::Completed) => EventType::IncomingPaymentRefundCompleted,
        (TransactionType::Incoming, RefundStatus::Failed) => EventType::IncomingPaymentRefundFailed,
        (TransactionType::Outgoing, RefundStatus::Pending) => EventType::OutgoingPaymentRefundPending,
        (TransactionType::Outgoing, RefundStatus::Completed) => EventType::OutgoingPaymentRefundCompleted,
        (TransactionType::Outgoing, RefundStatus::Failed) => EventType::OutgoingPaymentRefundFailed,
    }
}

const fn event_of(kind: TransactionType, status: TransactionStatus) -> Option<EventType> {
    use TransactionStatus as S;
    use TransactionType::{Incoming, Outgoing};
    match (kind, status) {
        (Incoming, S::Pending) => Some(EventType::IncomingPaymentPending),
        (Incoming, S::Completed) => Some(EventType::IncomingPaymentCompleted),
        // A refused payment has no event of its own (conventions 12).
        (Incoming, S::Failed | S::Rejected) => Some(EventType::IncomingPaymentFailed),
        (Outgoing, S::Pending) => Some(EventType::OutgoingPaymentPending),
        (Outgoing, S::PendingAuthorization) => Some(EventType::OutgoingPaymentPendingAuthorization),
        (Outgoing, S::Processing) => Some(EventType::OutgoingPaymentProcessing),
        (Outgoing, S::Completed) => Some(EventType::OutgoingPaymentCompleted),
        (Outgoing, S::Failed) => Some(EventType::OutgoingPaymentFailed),
        (Outgoing, S::Expired) => Some(EventType::OutgoingPaymentExpired),
        (Incoming, S::Created | S::PendingAuthorization | S::Processing | S::Refunded | S::Expired)
        | (Outgoing, S::Created | S::Rejected | S::Refunded) => None,
    }
}
