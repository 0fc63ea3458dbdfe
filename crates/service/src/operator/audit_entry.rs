//! Who acts, how they came, and what that leaves in the audit trail.

use std::fmt;

use causeway_domain::ids::PlatformId;
use causeway_store::audit::{self, NewAudit};
use causeway_store::{Error, Tx};
use serde_json::Value;

/// How an operator reached the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A command that runs the action itself.
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

/// Somebody who operates the service.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The name that goes into the audit trail.
    pub actor: String,
    /// Why they do it, in their words; may be empty.
    pub reason: String,
}

/// What an action leaves in the audit trail.
#[derive(Debug, Clone)]
pub(super) struct AuditEntry {
    pub(super) actor: String,
    pub(super) reason: String,
    pub(super) action: String,
    pub(super) detail: Value,
}

impl Operator {
    /// An operator of this name, as far as it is known, who came through this channel.
    #[must_use]
    pub fn new(name: Option<&str>, channel: Channel, reason: Option<String>) -> Self {
        let name: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(64).collect();
        let name = if name.is_empty() { "somebody" } else { &name };
        Self { actor: format!("{name} ({channel})"), reason: reason.unwrap_or_default() }
    }
}

impl AuditEntry {
    /// Writes the audit row.
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
