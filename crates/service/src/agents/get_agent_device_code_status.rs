//! `GET /agents/device-codes/{code}/status` (agents A2).

use causeway_domain::agents::DeviceCodeState;
use causeway_store::{Tx, agents};
use causeway_wire::agents::AgentDeviceCodeStatusResponse;

use super::codes::DeviceCodeInput;
use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows the status of a device code of the platform.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`, also for the codes of a deleted agent.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    text: &str,
) -> Result<AgentDeviceCodeStatusResponse, ApiError> {
    let input = DeviceCodeInput::read(&context.app, text).ok_or_else(errors::no_such_code)?;
    let found = input.find(tx)?.filter(|found| found.platform == context.platform);
    let found = found.ok_or_else(errors::no_such_code)?;
    agents::find(tx, context.platform, found.agent)?.ok_or_else(errors::no_such_code)?;
    let redeemed = found.state == DeviceCodeState::Redeemed;
    Ok(AgentDeviceCodeStatusResponse { code: input.code.into(), redeemed })
}
