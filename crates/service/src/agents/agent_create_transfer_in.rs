//! `POST /agents/me/transfer-in` (agents A6): made as the platform's transfers are, if the policy lets it, or left to the
//! platform.

use causeway_domain::agents::{AgentActionType, AgentExecutionMode};
use causeway_store::{Error, Tx};
use causeway_wire::agents::AgentAction;
use causeway_wire::table::{AgentCreateTransferIn, AgentOperations};
use causeway_wire::transfers::TransferInRequest;

use super::accounts::ask_rates;
use super::actions::Asked;
use super::evaluate::{self, AskedRates, Moved};
use super::guard;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::transfers::create_transfer_in::{self, RailAnswer};

/// Debits an external account of the agent's customer, or asks the platform to approve that.
///
/// # Errors
/// Those of the platform's operation; `FORBIDDEN`.
pub async fn handler(call: Call<AgentCreateTransferIn>) -> Result<Answer, ApiError> {
    let request = call.body.clone();
    let asked = create_transfer_in::ask(&call, &request).await?;
    let rates = match request.amount {
        Some(amount) => ask_rates(&call, request.destination.account_id, amount).await?,
        None => AskedRates::default(),
    };
    let prefetch = create_transfer_in::prefetch(&request);
    Ok(call.write(prefetch, move |tx, context| create(tx, context, &request, (asked, &rates))).await)
}

fn create(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &TransferInRequest,
    (asked, rates): (RailAnswer, &AskedRates),
) -> Result<AgentAction, ApiError> {
    let mut agent = guard::lock(tx, context, AgentOperations::AgentCreateTransferIn)?;
    let draft = create_transfer_in::draft(tx, context, request)?;
    let moved = Moved::of(draft.terms()).ok_or(Error::Missing)?;
    let verdict = evaluate::check(context, &agent, &moved, rates)?;
    let kind = AgentActionType::TransferIn;
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
