//! `PATCH /agents/{agentId}` (agents A2).

use causeway_domain::ids::AgentId;
use causeway_store::{Tx, agents};
use causeway_wire::agents::{Agent, AgentUpdateRequest};

use super::{create_agent, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Renames, pauses or resumes an agent.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` if the request changes nothing.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AgentId,
    request: &AgentUpdateRequest,
) -> Result<Agent, ApiError> {
    let mut record = agents::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<AgentId>)?;
    if let Some(name) = &request.name {
        record.name = name.as_str().trim().to_owned();
    }
    record.is_paused = request.is_paused.unwrap_or(record.is_paused);
    record.updated_at.advance(context.now);
    agents::update(tx, context.platform, &record)?;
    Ok(render::agent(&record, context.now))
}

impl FieldChecks for AgentUpdateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        match &self.name {
            Some(name) => create_agent::check_name(name.as_str(), errors),
            None if self.is_paused.is_none() && errors.is_empty() => {
                errors.push("name", "or isPaused must be there");
            }
            None => {}
        }
    }
}
