//! The window in which the platform may decide.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, approvals};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::context::Context;
use crate::runtime::timers;

/// The state of the approval window of a payment that awaits a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::payments) enum Window {
    /// The event has not been sent yet.
    NotAsked,
    /// Ends at this instant of the platform's clock, or earlier in real time.
    Open {
        until: Time,
    },
    Over,
}

/// Returns `true` if the payment awaits the platform's decision.
pub(in crate::payments) fn awaits_decision(payment: &PaymentRecord) -> bool {
    payment.phase() == IncomingUmaPhase::AwaitingDecision.into()
}

/// Locks the payment, or returns `None` if it is already decided.
pub(in crate::payments) fn lock_undecided(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<Option<LockedPayment>, Error> {
    let found = LockedPayment::find(tx, context.platform, transaction)?;
    Ok(found.filter(|locked| awaits_decision(&locked.payment)))
}

/// Returns the window of an undecided payment. It ends five seconds after the request in real time, or on the
/// platform's clock if that was advanced.
pub(in crate::payments) fn window(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<Window, Error> {
    let approval = approvals::find(tx, context.platform, transaction)?.ok_or(Error::Missing)?;
    let Some(window) = approval.window else { return Ok(Window::NotAsked) };
    let until = window.asked_at.plus(timers::APPROVAL);
    let is_over = context.now >= until || tx.database_time()? >= window.decide_by;
    Ok(if is_over { Window::Over } else { Window::Open { until } })
}
