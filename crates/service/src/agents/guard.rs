//! The calling agent, under its lock (agents A4.1, checks 1 and 2).

use causeway_store::agents::{self, AgentRecord};
use causeway_store::{Error, Tx};
use causeway_wire::table::AgentOperations;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::principal::AgentPrincipal;

/// Returns the calling agent.
///
/// # Errors
/// `INTERNAL_ERROR` for any other caller, which the operation table rules out.
pub(super) fn caller(context: &Context) -> Result<AgentPrincipal, ApiError> {
    let agent = context.principal.agent();
    agent.ok_or_else(|| {
        ApiError::internal(Error::Data("an operation of agents was called without an agent".to_owned()))
    })
}

/// Locks the calling agent. Until the transaction ends it cannot be paused, limited or deleted, and none of
/// its other calls proceeds.
///
/// # Errors
/// `UNAUTHORIZED` if it was deleted a moment ago; `FORBIDDEN`.
pub(super) fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    operation: AgentOperations,
) -> Result<AgentRecord, ApiError> {
    let caller = caller(context)?;
    let record = agents::lock(tx, context.platform, caller.id)?.ok_or_else(AgentPrincipal::unauthorized)?;
    AgentPrincipal::of(&record).check(operation)?;
    Ok(record)
}
