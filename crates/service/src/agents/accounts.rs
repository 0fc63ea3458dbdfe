//! Reads of an agent and its accounts before the outside world is asked.

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::ids::InternalAccountId;
use causeway_store::agents::{self, AgentRecord};
use causeway_store::{Tx, internal_accounts};
use causeway_wire::transfers::TransferOutRequest;
use causeway_wire::{Code, Endpoint, FieldError, TransferAmount};

use super::evaluate::{AgentMovement, PolicyRates};
use super::guard;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;
use crate::runtime::principal::AgentPrincipal;

/// Returns the calling agent as it is stored now.
pub(super) async fn agent_of<E: Endpoint>(call: &Call<E>) -> Result<AgentRecord, ApiError> {
    let platform = call.caller.platform;
    let caller = guard::caller(&call.context())?;
    let found = call.app.store.find(move |tx| agents::find(tx, platform, caller.id)).await?;
    found.ok_or_else(AgentPrincipal::unauthorized)
}

/// Asks for the rates that the policy needs for a transfer of this amount from or into this account. Asks for
/// none if the agent does not know the account: the write refuses it.
pub(super) async fn ask_rates<E: Endpoint>(
    call: &Call<E>,
    account: InternalAccountId,
    amount: TransferAmount,
) -> Result<PolicyRates, ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let found = internal_accounts::find(tx, context.platform, account)?;
        Ok::<_, ApiError>(found.filter(|locked| context.principal.knows(locked.account.customer)))
    };
    let Some(locked) = call.app.store.find(find).await? else { return Ok(PolicyRates::default()) };
    let currency = locked.account.currency;
    let movement = AgentMovement::new(Amount::new(amount.0, currency), vec![(account, currency)]);
    Ok(PolicyRates::ask(call.app.ports.of(call.caller.environment), &agent_of(call).await?, &movement).await)
}

/// Returns the amount that an agent sends. It is required even if an invoice fixes it.
pub(super) fn amount_of(request: &TransferOutRequest) -> Result<TransferAmount, ApiError> {
    request.amount.ok_or_else(|| {
        let missing = FieldError::new("amount", "is required");
        ApiError::fields(vec![FieldError { code: Code::InvalidAmount, ..missing }])
    })
}
