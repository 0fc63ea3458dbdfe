//! `POST /transactions/{transactionId}/reject` (money 10.5, agents A5.2).

use causeway_domain::ids::TransactionRef;
use causeway_store::Tx;
use causeway_wire::transactions::{RejectPaymentRequest, Transaction};

use super::kind::is_of_agent;
use crate::agents::decide;
use crate::card_transactions;
use crate::payments::incoming::approval;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::transactions::{named, render};

/// Rejects a payment that waits for the platform.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: &str,
    request: &RejectPaymentRequest,
) -> Result<Transaction, ApiError> {
    let id = match named::transaction(id)? {
        TransactionRef::Payment(id) => id,
        TransactionRef::Card(id) => return Err(card_transactions::not_pending_approval(tx, context, id)?),
    };
    if !is_of_agent(tx, context, id)? {
        return approval::reject_pending_payment::apply(tx, context, id, request);
    }
    let reason = request.reason.as_ref().map(ToString::to_string);
    let rejection = decide::reject(tx, context, id, reason)?;
    render::transaction(context.platform, &rejection.locked.payment)
}
