//! The rail's estimate of a settlement, which replaces that of the service (money 10.1).

use causeway_domain::Time;
use causeway_domain::payments::TransactionType;
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;

use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Saves the estimate of a payout under way, if the rail gave one that differs from the last.
pub(super) fn note(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    let known = locked.payment.state().settles_at;
    let Some(at) = settles_at.filter(|at| Some(*at) != known) else { return Ok(()) };
    locked.payment.note(PaymentFact::SettlesAt(at), context.now)?;
    locked.save(tx, context)
}

/// Saves the estimate of a debit under way, as [`note`] does. The estimate of a quote is that of its payout, and
/// stays.
pub(super) fn note_of_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    settles_at: Option<Time>,
) -> Result<(), ApiError> {
    match locked.payment.kind {
        TransactionType::Incoming => note(tx, context, locked, settles_at),
        TransactionType::Outgoing => Ok(()),
    }
}
