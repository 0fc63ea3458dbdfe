//! `POST /transactions/{transactionId}/reject` (money 10.5).

use causeway_domain::ids::TransactionId;
use causeway_store::Tx;
use causeway_wire::transactions::{RejectPaymentRequest, Transaction};

use super::approve_pending_payment::lock_pending;
use super::decide::{Rejection, reject};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::transactions::render;

/// Rejects a payment that waits for the platform.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    request: &RejectPaymentRequest,
) -> Result<Transaction, ApiError> {
    let mut locked = lock_pending(tx, context, id)?;
    let reason = request.reason.as_ref().map(ToString::to_string);
    reject(tx, context, &mut locked, Rejection { reason, ..Rejection::default() })?;
    render::transaction(context.platform, &locked.payment)
}

impl FieldChecks for RejectPaymentRequest {}
