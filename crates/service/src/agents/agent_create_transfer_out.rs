//! `POST /agents/me/transfer-out` (agents A6): made like the platform's transfers if the policy allows it, or
//! left to the platform for approval.

use causeway_domain::agents::AgentActionType;
use causeway_wire::table::AgentCreateTransferOut;

use super::accounts::{amount_of, ask_rates};
use super::submit::Submission;
use crate::payments::intake::Intake;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call, repeat_outdated};
use crate::transfers::create_transfer_out::TransferOut;

/// Sends money of the agent's customer to an external account, or asks the platform for approval.
///
/// # Errors
/// The same as the platform's operation; `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateTransferOut>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<AgentCreateTransferOut>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let amount = amount_of(&request)?;
    let preflight = TransferOut::ask(call, &request).await?;
    let rates = ask_rates(call, request.source.account_id, amount).await?;
    let action = AgentActionType::TransferOut;
    let submission = Submission::<TransferOut> { action, factor: None, request, preflight, rates };
    Ok(submission.answer(call).await)
}
