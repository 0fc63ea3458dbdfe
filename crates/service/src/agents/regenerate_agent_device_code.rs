//! `POST /agents/{agentId}/device-codes` (agents A2).

use causeway_domain::ids::AgentId;
use causeway_store::{Tx, agents};
use causeway_wire::agents::AgentDeviceCode;

use super::{codes, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Issues another code for an agent that is not installed, replacing the present one.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for an installed agent.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: AgentId) -> Result<AgentDeviceCode, ApiError> {
    let record = agents::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<AgentId>)?;
    if record.token_hash.is_some() {
        return Err(errors::is_connected());
    }
    codes::issue(tx, context, id)
}
