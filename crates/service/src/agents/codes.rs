//! Device codes that install agents, and their stored form (agents A1.3).

use std::time::Duration;

use causeway_domain::agents::{created_code, generated_device_code, read_device_code};
use causeway_domain::ids::AgentId;
use causeway_store::Tx;
use causeway_store::agent_device_codes::{self, DeviceCodeRecord};
use causeway_wire::agents::AgentDeviceCode;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::keys::Purpose;
use crate::runtime::money::instant;
use crate::runtime::settings::{AGENT_CODE_SECONDS, Settings};

/// Issues a device code for an agent, replacing an open one. The caller must hold the agent's row lock.
pub(super) fn issue(tx: &mut Tx<'_>, context: &Context, agent: AgentId) -> Result<AgentDeviceCode, ApiError> {
    let seconds = Settings::of(tx, context)?.get(&AGENT_CODE_SECONDS)?;
    let code = generated_device_code(context.ids().bytes());
    let record = DeviceCodeRecord {
        platform: context.platform,
        agent,
        code_hash: context.app.keys().keyed_hash(Purpose::DeviceCodes, &[code.as_bytes()]),
        state: created_code(),
        expires_at: context.now.plus(Duration::from_secs(seconds.into())),
    };
    agent_device_codes::replace_open(tx, context.platform, agent)?;
    agent_device_codes::insert(tx, &record)?;
    let expires_at = instant(record.expires_at);
    Ok(AgentDeviceCode { code: code.into(), agent_id: agent, expires_at, redeemed: false })
}

/// A device code from a request: normalized, with the hashes under which it can be stored.
pub(super) struct DeviceCodeInput {
    pub(super) code: String,
    hashes: Vec<Vec<u8>>,
}

impl DeviceCodeInput {
    /// Parses a code; `None` if the text cannot be a device code.
    pub(super) fn read(app: &App, text: &str) -> Option<Self> {
        let code = read_device_code(text)?;
        let hashes = app.keys().keyed_hashes(Purpose::DeviceCodes, &[code.as_bytes()]);
        Some(Self { code, hashes })
    }

    /// Returns the stored code, of any platform.
    pub(super) fn find(&self, tx: &mut Tx<'_>) -> Result<Option<DeviceCodeRecord>, ApiError> {
        for hash in &self.hashes {
            if let Some(found) = agent_device_codes::find(tx, hash)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
