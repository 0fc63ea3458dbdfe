//! The beginning of a refund.

use causeway_domain::payments::{RefundReason, RefundStatus, refund_reference};
use causeway_store::payments::{Refund, RefundTo};
use causeway_store::{Error, Tx};

use super::taker::owners_account;
use super::write::write;
use crate::payments::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Begins the refund of a payment, and leaves it to the job that asks the rails.
pub(in crate::payments) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    begin(tx, context, locked, reason)?;
    let transaction = locked.payment.id;
    jobs::schedule(tx, context, &Work::RefundPayment { transaction }, &transaction, context.now)
}

/// Begins the refund of a payment. How its money goes back is decided once, before anybody is asked to give anything
/// back.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    let payment = &mut locked.payment;
    let to = match payment.refund_targets() {
        [only] => *only,
        _ => Some(match owners_account(tx, context.platform, payment)? {
            Some(_) => RefundTo::OwnersAccount,
            None => RefundTo::DebitedAccount,
        }),
    };
    payment.state.refund = Some(Refund {
        reference: refund_reference(payment.reference.as_deref().ok_or(Error::Missing)?),
        status: RefundStatus::Pending,
        reason,
        initiated_at: context.now,
        settled_at: None,
        to,
    });
    write(tx, context, payment)
}
