//! A request to run an action, as the command line and the network send it.

use causeway_domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A request to run an action; an empty body is an empty request. It cannot name its sender: the channel knows
/// the caller.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The action's arguments, with the names of the command line in snake case.
    #[serde(default)]
    pub arguments: Map<String, Value>,
    /// The reason, for the audit trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `true` to report what the action would do, and change nothing.
    #[serde(default, rename = "dryRun", skip_serializing_if = "std::ops::Not::not")]
    pub is_dry_run: bool,
    /// The version of the resource that the caller has seen; the action is refused if it has changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Time>,
    /// The identity of the database that the caller means; a server on another database refuses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
}
