//! The transition function of payments. It delegates to the machine of the payment's kind, or to that of its
//! refund.

use super::change::{Change, Lifecycle, Notice, PaymentTransitionRefused};
use super::event::PaymentEvent;
use super::moves::Move;
use super::outgoing::OutgoingEvent;
use super::phase::Phase;
use super::{deposit_moves, incoming_uma, outgoing_moves, refund};
use crate::machine::TransitionRefused;
use crate::payments::status::RefundStatus;

/// Returns the change that an event makes to a payment.
///
/// # Errors
/// [`PaymentTransitionRefused`] if the payment cannot make this move.
pub fn next(lifecycle: Lifecycle, event: PaymentEvent) -> Result<Change, PaymentTransitionRefused> {
    let refusal = TransitionRefused { state: lifecycle, event };
    let Lifecycle { course, phase, refund, .. } = lifecycle;
    if refund == Some(RefundStatus::Pending) && !moves_while_refunding(event) {
        return Err(refusal);
    }
    match (phase, event) {
        (Phase::Outgoing(phase), PaymentEvent::Outgoing(event)) => {
            let transition = outgoing_moves::next(course, phase, event).map_err(|_| refusal)?;
            let is_over = is_refunded_anew(event) && refund == Some(RefundStatus::Failed);
            Ok(with_refund(transition, refund.filter(|_| !is_over)))
        }
        (Phase::IncomingUma(phase), PaymentEvent::IncomingUma(event)) => {
            Ok(with_refund(incoming_uma::next(phase, event).map_err(|_| refusal)?, refund))
        }
        (Phase::Deposit(phase), PaymentEvent::Deposit(event)) => {
            Ok(with_refund(deposit_moves::next(phase, event).map_err(|_| refusal)?, refund))
        }
        (_, PaymentEvent::Refund(event)) => refund::next(lifecycle, event),
        (Phase::Outgoing(_), PaymentEvent::IncomingUma(_) | PaymentEvent::Deposit(_))
        | (Phase::IncomingUma(_), PaymentEvent::Outgoing(_) | PaymentEvent::Deposit(_))
        | (Phase::Deposit(_), PaymentEvent::Outgoing(_) | PaymentEvent::IncomingUma(_)) => Err(refusal),
    }
}

/// Returns `true` if the event is allowed while a refund is pending: the refund ends, or the payment that was
/// to be cancelled has failed, because its money cannot be returned.
const fn moves_while_refunding(event: PaymentEvent) -> bool {
    matches!(event, PaymentEvent::Refund(_) | PaymentEvent::Outgoing(OutgoingEvent::PayoutFailed(_)))
}

/// Returns `true` if the money is returned by a refund of its own, even if an earlier cancellation came too
/// late.
const fn is_refunded_anew(event: OutgoingEvent) -> bool {
    matches!(event, OutgoingEvent::PayoutFailed(_) | OutgoingEvent::Returned | OutgoingEvent::ReturnedShort)
}

fn with_refund<P: Into<Phase>>(transition: Move<P>, refund: Option<RefundStatus>) -> Change {
    Change {
        phase: transition.phase.into(),
        refund,
        postings: transition.postings,
        work: transition.work,
        notice: if transition.is_announced { Notice::Status } else { Notice::None },
    }
}
