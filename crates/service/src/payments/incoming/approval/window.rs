//! How long the platform may decide.

use causeway_domain::Time;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::lifecycle::ReceiptPhase;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, approvals};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::context::Context;
use crate::runtime::timers;

/// Where the window of a payment stands that waits for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::payments) enum Window {
    /// The event that asks has not been sent.
    NotAsked,
    /// It ends at this instant of the platform's clock, or earlier in real time.
    Open { until: Time },
    /// It has ended.
    Over,
}

/// Whether the platform is to decide about the payment.
pub(in crate::payments) fn awaits_decision(payment: &PaymentRecord) -> bool {
    payment.phase() == ReceiptPhase::AwaitingDecision.into()
}

/// The payment, locked, while nobody has decided about it.
pub(in crate::payments) fn undecided(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
) -> Result<Option<LockedPayment>, Error> {
    let found = LockedPayment::find(tx, context.platform, transaction)?;
    Ok(found.filter(|locked| awaits_decision(&locked.payment)))
}

/// The window of an undecided payment. It ends after five seconds in real time, and where the platform's clock was
/// advanced by as much.
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
