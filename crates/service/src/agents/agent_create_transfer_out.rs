//! `POST /agents/me/transfer-out` (agents A6): made as the platform's transfers are, if the policy lets it, or left to the
//! platform.

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::table::{AgentCreateTransferOut, AgentOperations};
use causeway_wire::transfers::TransferOutRequest;

use super::accounts::{amount_of, ask_rates};
use super::actions::Asked;
use super::evaluate::{self, AskedRates, Moved};
use super::guard;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::transfers::create_transfer_out;

/// Sends money of the agent's customer to an external account, or asks the platform to approve that.
///
/// # Errors
/// Those of the platform's operation; `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateTransferOut>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let amount = amount_of(&request)?;
    let asked = create_transfer_out::ask(&call, &request).await?;
    let rates = ask_rates(&call, request.source.account_id, amount).await?;
    let prefetch = create_transfer_out::prefetch(&request);
    Ok(call.write(prefetch, move |tx, context| create(tx, context, &request, (&asked, &rates))).await)
}

fn create(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &TransferOutRequest,
    (asked, rates): (&create_transfer_out::Asked, &AskedRates),
) -> Result<AgentAction, ApiError> {
    let mut agent = guard::lock(tx, context, AgentOperations::AgentCreateTransferOut)?;
    let draft = create_transfer_out::draft(tx, context, request, asked)?;
    let moved = Moved::of(draft.terms()).ok_or(Error::Missing)?;
    let verdict = evaluate::check(context, &agent, &moved, rates)?;
    let kind = AgentActionType::TransferOut;
    match verdict.mode {
        AgentExecutionMode::Auto => {
            let payment = draft.begin(tx, context, asked)?;
            Asked::of_transfer(kind, &payment).carried_out(tx, context, &mut agent, verdict)
        }
        AgentExecutionMode::ApprovalRequired => {
            let payment = draft.wait(tx, context)?;
            Asked::of_transfer(kind, &payment).left_to_platform(tx, context, &agent)
        }
    }
}
