//! The acting operator, the channel, and the entry in the audit trail.

use std::fmt;

use causeway_domain::ids::PlatformId;
use causeway_store::audit::{self, NewAudit};
use causeway_store::{Error, Tx};
use serde_json::Value;

/// The channel through which an operator calls an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A command that runs the action in its own process.
    Command,
    /// The socket in the data folder.
    Socket,
    /// A network address, with the operator token.
    Network,
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Command => "command",
            Self::Socket => "socket",
            Self::Network => "network",
        })
    }
}

/// An operator of the service.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The name in the audit trail.
    pub actor: String,
    /// The reason in the operator's own words; may be empty.
    pub reason: String,
}

/// The entry of an action in the audit trail.
#[derive(Debug, Clone)]
pub(super) struct AuditEntry {
    pub(super) actor: String,
    pub(super) reason: String,
    pub(super) action: String,
    pub(super) detail: Value,
}

impl Operator {
    /// Returns an operator who came through this channel, under the given name without control characters and
    /// with at most 64 characters.
    #[must_use]
    pub fn new(name: Option<&str>, channel: Channel, reason: Option<String>) -> Self {
        let name: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(64).collect();
        let name = if name.is_empty() { "unknown" } else { &name };
        Self { actor: format!("{name} ({channel})"), reason: reason.unwrap_or_default() }
    }
}

impl AuditEntry {
    pub(super) fn record(&self, tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Result<(), Error> {
        let row = NewAudit {
            platform,
            actor: &self.actor,
            action: &self.action,
            reason: &self.reason,
            detail: &self.detail,
        };
        audit::insert(tx, &row)
    }
}
