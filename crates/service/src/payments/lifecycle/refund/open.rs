//! The start of a refund.

use causeway_domain::payments::RefundReason;
use causeway_domain::payments::lifecycle::{RefundDestination, RefundEvent, RefundTerms};
use causeway_store::Tx;

use super::taker::owners_account;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Begins the refund of a payment, and leaves it to the job that asks the rails if they have the money. Its
/// recipient is decided once, before a rail is asked to recall anything.
pub(in crate::payments) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    reason: RefundReason,
) -> Result<(), ApiError> {
    let to = match locked.payment.refund_targets() {
        [only] => *only,
        _ => Some(match owners_account(tx, context.platform, &locked.payment)? {
            Some(_) => RefundDestination::OwnersAccount,
            None => RefundDestination::DebitedAccount,
        }),
    };
    locked.apply(tx, context, RefundEvent::Begun(RefundTerms { reason, to }))
}
