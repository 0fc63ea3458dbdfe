//! The beginning of a refund.

use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::{RefundEvent, RefundTo, Refunding};
use causeway_store::Tx;

use super::taker::owners_account;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Begins the refund of a payment, and leaves it to the job that asks the rails, if they have the money. How it goes back
/// is decided once, before a rail is asked to give anything back.
pub(in crate::payments) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    let to = match locked.payment.refund_targets() {
        [only] => *only,
        _ => Some(match owners_account(tx, context.platform, &locked.payment)? {
            Some(_) => RefundTo::OwnersAccount,
            None => RefundTo::DebitedAccount,
        }),
    };
    locked.apply(tx, context, RefundEvent::Begun(Refunding { reason, to }))
}
