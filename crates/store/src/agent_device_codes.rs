//! Rows of the device codes that install agents (agents A1.3). The caller that changes a code holds the lock
//! of its agent.

use causeway_domain::Time;
use causeway_domain::agents::DeviceCodeState;
use causeway_domain::ids::{AgentId, Id, PlatformId};
use serde_json::json;

use crate::database::terms::{self, AuthenticatedColumns, Key};
use crate::{Error, Macs, Row, Tx, params};

/// A device code that installs an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceCodeRecord {
    pub platform: PlatformId,
    /// The installed agent.
    pub agent: AgentId,
    /// Keyed hash of the code.
    pub code_hash: Vec<u8>,
    /// Stored state; expiry is not written, see `expires_at`.
    pub state: DeviceCodeState,
    /// The code is invalid from this instant on.
    pub expires_at: Time,
}

pub(crate) const COLUMNS: &str = "platform_id, agent_id, code_hash, state, expires_at, mac";

/// Returns the authenticated columns: the complete row. If an attacker moved a code to another agent or
/// platform, it would install that agent.
fn terms_of(record: &DeviceCodeRecord) -> AuthenticatedColumns {
    let columns = json!({
        "agent": record.agent,
        "state": record.state.as_str(),
        "expires_at": record.expires_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "agent_device_code",
        key: "code_hash",
        platform: record.platform,
        id: Key::Hash(record.code_hash.clone()),
        columns,
        document: "{}".to_owned(),
    }
}

/// Reads a code as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(row: &Row<'_>) -> Result<(DeviceCodeRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record = DeviceCodeRecord {
        platform: row.get("platform_id")?,
        agent: row.get("agent_id")?,
        code_hash: row.get("code_hash")?,
        state: row.parsed("state")?,
        expires_at: row.get("expires_at")?,
    };
    let terms = terms_of(&record);
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each code; no other code installs an agent.
fn read(macs: &dyn Macs) -> impl Fn(&Row<'_>) -> Result<DeviceCodeRecord, Error> + use<'_> {
    move |row| {
        let (record, terms, mac) = read_raw(row)?;
        if terms.is_authentic(&mac, macs) {
            return Ok(record);
        }
        Err(Error::NotAuthentic(format!("a device code of the agent {}", record.agent.uuid())))
    }
}

/// Inserts a new code with its MAC. One that there is already makes the transaction fail as a lost race: its
/// rerun draws another.
pub fn insert(tx: &mut Tx<'_>, record: &DeviceCodeRecord) -> Result<(), Error> {
    let mac = terms_of(record).mac(tx.macs());
    tx.execute(
        "INSERT INTO agent_device_code (platform_id, agent_id, code_hash, state, expires_at, mac)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            record.platform,
            record.agent,
            &record.code_hash,
            record.state.as_str(),
            record.expires_at,
            mac
        ],
    )
}

/// Finds the code with this hash on any platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, code_hash: &[u8]) -> Result<Option<DeviceCodeRecord>, Error> {
    let sql = format!("SELECT /* all platforms */ {COLUMNS} FROM agent_device_code WHERE code_hash = $1");
    let read = read(tx.macs());
    tx.query_opt(&sql, params![code_hash], read)
}

/// Updates the state of a code and renews its MAC.
pub fn set_state(tx: &mut Tx<'_>, record: &DeviceCodeRecord, state: DeviceCodeState) -> Result<(), Error> {
    let mac = terms_of(&DeviceCodeRecord { state, ..record.clone() }).mac(tx.macs());
    tx.execute(
        "UPDATE agent_device_code SET state = $3, mac = $4 WHERE platform_id = $1 AND code_hash = $2",
        params![record.platform, &record.code_hash, state.as_str(), mac],
    )
}

/// Marks the open code of an agent as replaced.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn replace_open(tx: &mut Tx<'_>, platform: PlatformId, agent: AgentId) -> Result<(), Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM agent_device_code WHERE platform_id = $1 AND agent_id = $2 AND state = 'OPEN'"
    );
    let read = read(tx.macs());
    let open = tx.query(&sql, params![platform, agent], read)?;
    open.iter().try_for_each(|code| set_state(tx, code, DeviceCodeState::Replaced))
}

/// Renews the MACs of up to `limit` codes after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<Vec<u8>>,
    limit: u32,
) -> Result<Option<Vec<u8>>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM agent_device_code WHERE platform_id = $1 AND ($2 OR code_hash > $3)
         ORDER BY code_hash LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (_, terms, mac) = read_raw(row)?;
        Ok((row.get("code_hash")?, (terms, mac)))
    })?;
    let (mut hashes, rows): (Vec<Vec<u8>>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(hashes.pop())
}
