//! `POST /transactions/{transactionId}/confirm` (money 10.6).

use std::time::Duration;

use causeway_domain::ids::{TransactionId, TransactionRef};
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;
use causeway_wire::transactions::{ConfirmReceiptDeliveryRequest, Transaction};

use super::lifecycle::locked::LockedPayment;
use crate::card_transactions;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::money::sent_instant;
use crate::transactions::{named, render};

/// Maximum lead of the platform's clock over the service's.
const TOLERANCE: Duration = Duration::from_mins(5);

/// Records the delivery time of a transaction's receipt; the last call wins.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `INVALID_INPUT` for an instant more than five minutes from now, and for a card
/// transaction.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: &str,
    request: &ConfirmReceiptDeliveryRequest,
) -> Result<Transaction, ApiError> {
    let id = match named::transaction(id)? {
        TransactionRef::Payment(id) => id,
        TransactionRef::Card(id) => return Err(card_transactions::not_confirmable(tx, context, id)?),
    };
    let found = LockedPayment::find(tx, context.platform, id)?;
    let mut locked = found.ok_or_else(ApiError::not_found::<TransactionId>)?;
    let sent = sent_instant(request.receipt_delivery_confirmed_at.as_ref())?;
    locked.payment.note(PaymentFact::ReceiptDelivered(sent.unwrap_or(context.now)), context.now)?;
    locked.save(tx, context)?;
    render::transaction(context.platform, &locked.payment)
}

impl FieldChecks for ConfirmReceiptDeliveryRequest {
    fn check(&self, context: &Context, errors: &mut FieldErrors) {
        let sent = sent_instant(self.receipt_delivery_confirmed_at.as_ref());
        if sent.is_ok_and(|sent| sent.is_some_and(|at| at > context.now.plus(TOLERANCE))) {
            errors.push("receiptDeliveryConfirmedAt", "must not be more than 5 minutes from now");
        }
    }
}
