//! The agent that calls, under its lock (agents A4.1, checks 1 and 2).

use causeway_store::agents::{self, AgentRecord};
use causeway_store::{Error, Tx};
use causeway_wire::table::AgentOperations;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::principal::AgentPrincipal;

/// The agent that calls.
///
/// # Errors
/// `INTERNAL_ERROR` where somebody else does: the table lets nobody else call.
pub(super) fn caller(context: &Context) -> Result<AgentPrincipal, ApiError> {
    let agent = context.principal.agent();
    agent.ok_or_else(|| ApiError::internal(Error::Data("no agent calls an operation of agents".to_owned())))
}

/// The agent that calls, locked: until the transaction ends nobody pauses, limits or deletes it, and it does nothing else.
///
/// # Errors
/// `UNAUTHORIZED` where it was deleted just now; `FORBIDDEN`.
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
