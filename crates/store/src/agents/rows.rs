//! Insert, update, find and lock of agents.

use causeway_domain::PlatformClock;
use causeway_domain::ids::{AgentId, CustomerId, PlatformId};

use super::record::{AgentRecord, COLUMNS, UsageDoc, read, read_raw};
use crate::database::config_version::{self, ConfigVersion, VERSION};
use crate::database::terms;
use crate::platforms::{self, Environment};
use crate::{Error, Tx, Value, params};

/// An agent and the state of its platform, as needed for authentication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    pub agent: AgentRecord,
    pub platform: PlatformId,
    pub environment: Environment,
    pub clock: PlatformClock,
    pub has_endpoint: bool,
    /// `true` if the platform's credentials are refused.
    pub disabled: bool,
    /// Version of the platform's configuration.
    pub version: ConfigVersion,
}

/// Inserts a new agent with its MAC.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &AgentRecord) -> Result<(), Error> {
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO agent (platform_id, agent_id, customer_id, name, is_paused, token_hash, policy, usage, \
         deleted_at, created_at, updated_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            platform,
            record.id,
            record.customer,
            &record.name,
            record.is_paused,
            record.token_hash,
            Value::Json(terms.document.into()),
            Value::doc(&UsageDoc::of(record.usage))?,
            record.deleted_at,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Updates the mutable columns of an agent and renews its MAC. The caller must hold the agent's row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &AgentRecord) -> Result<(), Error> {
    let terms = record.terms(platform)?;
    let mac = terms.mac(tx.macs());
    tx.execute(
        "UPDATE agent SET name = $3, is_paused = $4, token_hash = $5, policy = $6, usage = $7, deleted_at = $8, \
         updated_at = $9, mac = $10 WHERE platform_id = $1 AND agent_id = $2",
        params![
            platform,
            record.id,
            &record.name,
            record.is_paused,
            record.token_hash,
            Value::Json(terms.document.into()),
            Value::doc(&UsageDoc::of(record.usage))?,
            record.deleted_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Finds the agent with this id, unless it was deleted.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: AgentId) -> Result<Option<AgentRecord>, Error> {
    select(tx, platform, id, "")
}

/// Finds and locks an agent until the transaction ends, so that no other caller acts as this agent or changes
/// it.
///
/// # Errors
/// The same as [`find`].
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: AgentId) -> Result<Option<AgentRecord>, Error> {
    select(tx, platform, id, "FOR UPDATE")
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AgentId,
    locking: &str,
) -> Result<Option<AgentRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM agent \
         WHERE platform_id = $1 AND agent_id = $2 AND deleted_at IS NULL {locking}"
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id], read)
}

/// Locks all agents of a customer, oldest first.
///
/// # Errors
/// The same as [`find`].
pub fn lock_by_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Vec<AgentRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM agent \
         WHERE platform_id = $1 AND customer_id = $2 AND deleted_at IS NULL \
         ORDER BY created_at, agent_id FOR UPDATE"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, customer], read)
}

/// Finds the agent with this access token on any platform, and its platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find_for_authentication(tx: &mut Tx<'_>, token_hash: &[u8; 32]) -> Result<Option<Credential>, Error> {
    let macs = tx.macs();
    let sql = format!(
        "SELECT /* all platforms */ {COLUMNS}, agent.platform_id, p.environment, p.frozen_at, p.lead_millis, \
         p.webhook_endpoint IS NOT NULL AS has_endpoint, p.disabled, {VERSION} \
         FROM agent JOIN platform p ON p.platform_id = agent.platform_id \
         WHERE agent.token_hash = $1 AND agent.deleted_at IS NULL"
    );
    tx.query_opt(&sql, params![token_hash], |row| {
        let platform: PlatformId = row.get("platform_id")?;
        Ok(Credential {
            agent: read(platform, macs)(row)?,
            platform,
            environment: row.get::<String>("environment")?.parse()?,
            clock: platforms::clock(row)?,
            has_endpoint: row.get("has_endpoint")?,
            disabled: row.get("disabled")?,
            version: config_version::read(row)?,
        })
    })
}

/// Renews the MACs of up to `limit` agents after `after` with the newest key. Returns the last of them, or
/// `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<AgentId>,
    limit: u32,
) -> Result<Option<AgentId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM agent WHERE platform_id = $1 AND ($2 OR agent_id > $3) ORDER BY agent_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<AgentId>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
