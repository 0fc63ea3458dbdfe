//! Operations on payments that card transactions do not support (cards 8.2).

use causeway_domain::ids::CardTransactionId;
use causeway_store::Tx;
use causeway_store::card_transactions as rows;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Refuses the approval or rejection of a card transaction.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND` if there is no such card transaction.
pub fn not_pending_approval(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardTransactionId,
) -> Result<ApiError, ApiError> {
    must_exist(tx, context, id)?;
    let message = "A card transaction does not wait for the platform's decision.";
    Ok(ApiError::new(Code::TransactionNotPendingPlatformApproval, message))
}

/// Refuses the cancellation of a card transaction.
///
/// # Errors
/// The same as [`not_pending_approval`].
pub fn not_cancellable(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardTransactionId,
) -> Result<ApiError, ApiError> {
    must_exist(tx, context, id)?;
    Ok(ApiError::new(Code::InvalidInput, "Card transactions cannot be cancelled."))
}

/// Refuses the confirmation of a receipt: card transactions have none.
///
/// # Errors
/// The same as [`not_pending_approval`].
pub fn not_confirmable(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardTransactionId,
) -> Result<ApiError, ApiError> {
    must_exist(tx, context, id)?;
    Ok(ApiError::new(Code::InvalidInput, "Card transactions have no receipts to confirm."))
}

fn must_exist(tx: &mut Tx<'_>, context: &Context, id: CardTransactionId) -> Result<(), ApiError> {
    rows::find(tx, context.platform, id)?.map(drop).ok_or_else(ApiError::not_found::<CardTransactionId>)
}
