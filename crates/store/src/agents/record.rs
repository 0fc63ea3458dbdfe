//! An agent as it is stored.

use causeway_domain::agents::{Policy, Usage};
use causeway_domain::ids::{AgentId, CustomerId, Id, PlatformId};
use causeway_domain::{Revision, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::database::listing::Position;
use crate::database::terms::Terms;
use crate::database::value::json_text;
use crate::{Error, Macs, Row};

/// An agent that has not been deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentRecord {
    /// Its id.
    pub id: AgentId,
    /// For whom it acts.
    pub customer: CustomerId,
    /// What the platform calls it.
    pub name: String,
    /// Whether it may change nothing for the time being.
    pub is_paused: bool,
    /// SHA-256 of its access token; none until it is installed.
    pub token_hash: Option<[u8; 32]>,
    /// What it may do.
    pub policy: Policy,
    /// What it has done, when it was last counted.
    pub usage: Usage,
    /// When it was deleted.
    pub deleted_at: Option<Time>,
    /// When it was made.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The stored form of a policy, version 1.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PolicyDoc<P> {
    v: u32,
    policy: P,
}

/// The stored form of the counters, version 1.
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
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// What is authenticated: for whom it acts, how it shows who it is, and what it may do.
    pub(super) fn terms(&self, platform: PlatformId) -> Result<Terms, Error> {
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
) -> Terms {
    let columns = json!({
        "customer": customer.uuid().to_string(),
        "token": token_hash.map(|hash| hash.to_vec()),
    })
    .to_string();
    Terms { table: "agent", key: "agent_id", platform, id: id.uuid().into(), columns, document }
}

pub(crate) const COLUMNS: &str = "agent.agent_id, agent.customer_id, agent.name, agent.is_paused, agent.token_hash, \
                                  agent.policy, agent.usage, agent.deleted_at, agent.created_at, agent.updated_at, \
                                  agent.mac AS agent_mac";

/// An agent that this service wrote; nothing is decided by any other.
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

/// An agent as it stands there, with what is authenticated of it and its code.
pub(crate) fn read_raw(platform: PlatformId, row: &Row<'_>) -> Result<(AgentRecord, Terms, Vec<u8>), Error> {
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
