//! Rows of the codes that install agents (agents A1.3). Whoever changes one has locked its agent.

use causeway_domain::Time;
use causeway_domain::agents::DeviceCodeState;
use causeway_domain::ids::{AgentId, PlatformId};

use crate::{Error, Row, Tx, params};

/// A code that installs an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceCodeRecord {
    /// The platform of its agent.
    pub platform: PlatformId,
    /// Whose software it installs.
    pub agent: AgentId,
    /// A keyed hash of it.
    pub code_hash: Vec<u8>,
    /// Where it stands, but for an expiry.
    pub state: DeviceCodeState,
    /// From when on it is of no use.
    pub expires_at: Time,
}

fn read(row: &Row<'_>) -> Result<DeviceCodeRecord, Error> {
    Ok(DeviceCodeRecord {
        platform: row.get("platform_id")?,
        agent: row.get("agent_id")?,
        code_hash: row.get("code_hash")?,
        state: row.parsed("state")?,
        expires_at: row.get("expires_at")?,
    })
}

/// Stores a new code. One that there is already makes the transaction fail as a lost race: its rerun draws another.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, record: &DeviceCodeRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO agent_device_code (platform_id, agent_id, code_hash, state, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
        params![record.platform, record.agent, &record.code_hash, record.state.as_str(), record.expires_at],
    )
}

/// The code with this hash, of whichever platform.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, code_hash: &[u8]) -> Result<Option<DeviceCodeRecord>, Error> {
    tx.query_opt(
        "SELECT /* all platforms */ platform_id, agent_id, code_hash, state, expires_at FROM agent_device_code
         WHERE code_hash = $1",
        params![code_hash],
        read,
    )
}

/// Writes the state of a code.
///
/// # Errors
/// Those of the database.
pub fn set_state(tx: &mut Tx<'_>, record: &DeviceCodeRecord, state: DeviceCodeState) -> Result<(), Error> {
    tx.execute(
        "UPDATE agent_device_code SET state = $4 WHERE platform_id = $1 AND agent_id = $2 AND code_hash = $3",
        params![record.platform, record.agent, &record.code_hash, state.as_str()],
    )
}

/// Another code is issued in the place of the agent's open one.
///
/// # Errors
/// Those of the database.
pub fn replace_open(tx: &mut Tx<'_>, platform: PlatformId, agent: AgentId) -> Result<(), Error> {
    tx.execute(
        "UPDATE agent_device_code SET state = 'REPLACED'
         WHERE platform_id = $1 AND agent_id = $2 AND state = 'OPEN'",
        params![platform, agent],
    )
}
