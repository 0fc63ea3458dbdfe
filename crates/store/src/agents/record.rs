//! Stored form of agents.

use causeway_domain::agents::{Policy, Usage};
use causeway_domain::ids::{AgentId, CustomerId, Id, PlatformId};
use causeway_domain::{Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::listing::Position;
use crate::database::terms::AuthenticatedColumns;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// An agent of a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRecord {
    pub id: AgentId,
    /// The customer for whom the agent acts.
    pub customer: CustomerId,
    pub name: String,
    /// A paused agent may change nothing.
    pub is_paused: bool,
    /// SHA-256 of the access token; `None` until the agent is installed.
    pub token_hash: Option<[u8; 32]>,
    /// Permissions and limits.
    pub policy: Policy,
    /// Usage counters as of their last update.
    pub usage: Usage,
    pub deleted_at: Option<Time>,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored form of a policy, version 1.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PolicyDoc<P> {
    v: u32,
    policy: P,
}

/// Stored form of the usage counters, version 1.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct UsageDoc {
    v: u32,
    usage: Usage,
}

impl UsageDoc {
    pub(super) const fn of(usage: Usage) -> Self {
        Self { v: 1, usage }
    }
}

impl AgentRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Returns the authenticated columns: the customer, the token hash and the policy.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<AuthenticatedColumns, Error> {
        let document = json_text(&PolicyDoc { v: 1, policy: &self.policy })?;
        Ok(terms_of(platform, self.id, self.customer, self.token_hash.as_ref(), document))
    }
}

fn terms_of(
    platform: PlatformId,
    id: AgentId,
    customer: CustomerId,
    token_hash: Option<&[u8; 32]>,
    document: String,
) -> AuthenticatedColumns {
    let columns = json!({
        "customer": customer.uuid().to_string(),
        "token": token_hash.map(|hash| hash.to_vec()),
    })
    .to_string();
    AuthenticatedColumns {
        table: "agent",
        key: "agent_id",
        platform,
        id: id.uuid().into(),
        columns,
        document,
    }
}

pub(crate) const COLUMNS: &str = "agent.agent_id, agent.customer_id, agent.name, agent.is_paused, agent.token_hash, \
                                  agent.policy, agent.usage, agent.deleted_at, agent.created_at, agent.updated_at, \
                                  agent.mac AS agent_mac";

/// Returns a row reader that verifies the MAC of each agent.
pub(super) fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<AgentRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_raw(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Reads an agent as stored, unverified, with its authenticated columns and its MAC.
pub(crate) fn read_raw(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(AgentRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let (text, typed): (_, PolicyDoc<Policy>) = row.document("policy")?;
    let record = AgentRecord {
        id: row.get("agent_id")?,
        customer: row.get("customer_id")?,
        name: row.get("name")?,
        is_paused: row.get("is_paused")?,
        token_hash: row.get("token_hash")?,
        policy: typed.policy,
        usage: row.json::<UsageDoc>("usage")?.usage,
        deleted_at: row.get("deleted_at")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    };
    let terms = terms_of(platform, record.id, record.customer, record.token_hash.as_ref(), text);
    Ok((record, terms, row.get("agent_mac")?))
}
