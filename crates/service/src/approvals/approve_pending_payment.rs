//! `POST /transactions/{transactionId}/approve` (money 10.5, agents A5.2).

use causeway_domain::ids::TransactionRef;
use causeway_store::Tx;
use causeway_wire::table::ApprovePendingPayment;

use super::kind::is_of_agent;
use crate::agents::decide;
use crate::card_transactions;
use crate::payments::incoming::approval;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, repeat_outdated};
use crate::transactions::{named, render};

/// Approves a payment that waits for the platform.
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL`; `MISSING_MANDATORY_USER_INFO`;
/// `INVALID_INPUT` with `PAYMENT_NOT_APPROVABLE`; `SVC_SWITCH_ERROR` if a partner gives no answer.
pub async fn handler(call: Call<ApprovePendingPayment>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<ApprovePendingPayment>) -> Result<Answer, ApiError> {
    let id = match named::transaction(call.path.first())? {
        TransactionRef::Payment(id) => id,
        TransactionRef::Card(id) => {
            let refuse = move |tx: &mut Tx<'_>, context: &Context| {
                Err(card_transactions::not_pending_approval(tx, context, id)?)
            };
            return Ok(call.write(&[], refuse).await);
        }
    };
    let (prefetch, preflight) = decide::ask(call, id).await?;
    let request = call.body.clone();
    let approve = move |tx: &mut Tx<'_>, context: &Context| {
        if !is_of_agent(tx, context, id)? {
            return approval::approve_pending_payment::apply(tx, context, id, &request);
        }
        let approval = decide::approve(tx, context, id, preflight.as_ref())?;
        render::transaction(context.platform, &approval.locked.payment)
    };
    Ok(call.write(prefetch, approve).await)
}
