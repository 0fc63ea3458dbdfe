//! `POST /agents/me/transfer-in` (agents A6): made like the platform's transfers if the policy allows it, or
//! left to the platform for approval.

use causeway_domain::agents::AgentActionType;
use causeway_wire::table::AgentCreateTransferIn;

use super::accounts::ask_rates;
use super::evaluate::PolicyRates;
use super::submit::Submission;
use crate::payments::intake::Intake;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::{Answer, Call, repeat_outdated};
use crate::transfers::create_transfer_in::TransferIn;

/// Debits an external account of the agent's customer, or asks the platform for approval.
///
/// # Errors
/// The same as the platform's operation; `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateTransferIn>) -> Result<Answer, ApiError> {
    repeat_outdated(call, |call| Box::pin(attempt(call))).await
}

async fn attempt(call: &Call<AgentCreateTransferIn>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let preflight = TransferIn::ask(call, &request).await?;
    let rates = match request.amount {
        Some(amount) => ask_rates(call, request.destination.account_id, amount).await?,
        None => PolicyRates::default(),
    };
    let action = AgentActionType::TransferIn;
    let submission = Submission::<TransferIn> { action, factor: None, request, preflight, rates };
    Ok(submission.answer(call).await)
}
