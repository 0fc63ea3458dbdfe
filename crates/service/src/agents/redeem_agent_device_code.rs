//! `POST /agents/device-codes/{code}/redeem` (agents A2): the bearer of the code becomes the agent, once.

use std::sync::Arc;

use causeway_domain::agents::DeviceCodeState;
use causeway_store::{Tx, agent_device_codes, agents, platforms};
use causeway_wire::Code;
use causeway_wire::agents::AgentDeviceCodeRedeemResponse;

use super::codes::DeviceCodeInput;
use super::{errors, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::http::Open;
use crate::runtime::keys::AccessToken;

/// Installs an agent and returns its access token.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for a code that was redeemed, replaced or has expired;
/// `RATE_LIMITED` after too many failed attempts.
pub async fn handler(request: Open) -> Result<AgentDeviceCodeRedeemResponse, ApiError> {
    let Open { app, path, peer } = request;
    let now = app.clock.now();
    let attempt = app.redemptions.begin(peer, now)?;
    let done = match DeviceCodeInput::read(&app, path.first()) {
        Some(written) => {
            let shared = Arc::clone(&app);
            let token = AccessToken::generate(&app.ids);
            app.store.write(&[], move |tx| redeem(tx, &shared, &written, &token)).await
        }
        None => Err(errors::no_such_code()),
    };
    let has_failed = done
        .as_ref()
        .is_err_and(|failed| matches!(failed.code, Code::ReferenceNotFound | Code::InvalidInput));
    if !has_failed {
        app.redemptions.release(attempt);
    }
    done
}

fn redeem(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    written: &DeviceCodeInput,
    token: &AccessToken,
) -> Result<AgentDeviceCodeRedeemResponse, ApiError> {
    let found = written.find(tx)?.ok_or_else(errors::no_such_code)?;
    let platform = found.platform;
    let record = platforms::get(tx, platform)?;
    if record.is_disabled {
        return Err(errors::no_such_code());
    }
    let context = Context::of_service(app, &record, tx.wall());
    let mut agent = agents::lock(tx, platform, found.agent)?.ok_or_else(errors::no_such_code)?;
    // Under the agent's lock the code cannot be redeemed or replaced concurrently.
    let code = written.find(tx)?.ok_or_else(errors::no_such_code)?;
    let state = code.state.at(code.expires_at, context.now);
    if state != DeviceCodeState::Open || agent.token_hash.is_some() {
        return Err(errors::code_is_used_up(state.as_str()));
    }
    agent_device_codes::set_state(tx, &code, DeviceCodeState::Redeemed)?;
    agent.token_hash = Some(token.hash());
    agent.updated_at.advance(context.now);
    agents::update(tx, platform, &agent)?;
    Ok(AgentDeviceCodeRedeemResponse {
        agent_id: agent.id,
        agent_name: agent.name.as_str().into(),
        access_token: token.expose().into(),
        policy: render::policy(&agent.policy),
    })
}
