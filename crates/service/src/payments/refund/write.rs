//! A payment whose refund has moved.

use causeway_store::Tx;
use causeway_store::payments::{self, PaymentRecord};

use crate::payments::announce;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Writes a payment with its refund and announces it.
pub(super) fn write(tx: &mut Tx<'_>, context: &Context, payment: &mut PaymentRecord) -> Result<(), ApiError> {
    payment.updated_at = context.now;
    payments::update(tx, context.platform, payment)?;
    announce::refund(tx, context, payment)
}
