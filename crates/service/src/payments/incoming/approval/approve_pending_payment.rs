//! `POST /transactions/{transactionId}/approve` (money 10.5).

use causeway_domain::ids::TransactionId;
use causeway_store::Tx;
use causeway_wire::transactions::{ApprovePaymentRequest, Transaction};

use super::decide::{approve, refusal};
use super::window::{Window, awaits_decision, window};
use crate::payments::errors;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::transactions::render;

/// Approves a payment that waits for the platform.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`; `MISSING_MANDATORY_USER_INFO`;
/// `INVALID_INPUT` with `PAYMENT_NOT_APPROVABLE`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    request: &ApprovePaymentRequest,
) -> Result<Transaction, ApiError> {
    let mut locked = lock_pending(tx, context, id)?;
    let facts = request.receiver_customer_info.clone().unwrap_or_default().0;
    approve(tx, context, &mut locked, &facts).map_err(refusal)?;
    render::transaction(context.platform, &locked.payment)
}

/// Locks a payment that the platform can still decide about.
pub(in crate::payments) fn lock_pending(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<LockedPayment, ApiError> {
    let found = LockedPayment::find(tx, context.platform, id)?;
    let locked = found.ok_or_else(ApiError::not_found::<TransactionId>)?;
    if !awaits_decision(&locked.payment) || window(tx, context, id)? == Window::Over {
        return Err(errors::not_pending_approval());
    }
    Ok(locked)
}

impl FieldChecks for ApprovePaymentRequest {}
