//! The post-transaction hook of a completed payment (uma 8).

use causeway_domain::payments::TransactionStatus;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Tx, uma_hooks};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Schedules the hook of a payment that has just been completed, if the provider of its other side wants one.
pub(super) fn schedule(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<(), ApiError> {
    if !is_completed(payment) || !payment.terms.layer().is_foreign() {
        return Ok(());
    }
    let hook = uma_hooks::find(tx, context.platform, payment.id)?;
    if hook.and_then(|hook| hook.peer_callback).is_none() {
        return Ok(());
    }
    let work = Work::SendUmaHook { transaction: payment.id };
    // A resource of its own: no other job of the payment waits for its repetitions.
    jobs::schedule(tx, context, &work, &format!("UmaHook:{}", payment.id), context.now)
}

/// Returns `true` for a completed payment.
pub(super) const fn is_completed(payment: &PaymentRecord) -> bool {
    matches!(payment.status(), TransactionStatus::Completed)
}
