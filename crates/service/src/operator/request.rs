//! A request to run an action, as the command line and the network send it.

use causeway_domain::Time;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::OperatorError;

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

/// Maximum number of characters of a reason.
const MAX_REASON: usize = 1_000;

impl Request {
    /// Checks that the reason is not too long, and that no text has the character U+0000, which PostgreSQL cannot
    /// store.
    pub(super) fn check_texts(&self) -> Result<(), OperatorError> {
        let length = self.reason.as_ref().map_or(0, |reason| reason.chars().count());
        if length > MAX_REASON {
            let message = format!("the reason has {length} characters, more than {MAX_REASON}");
            return Err(
                OperatorError::invalid(message).remedy("shorten it, or name the ticket that has the rest")
            );
        }
        let argument = self.arguments.iter().find(|(name, value)| has_null(name) || contains_null(value));
        let place = match (argument, &self.reason) {
            (Some((name, _)), _) => format!("argument {}", name.replace('\0', "")),
            (None, Some(reason)) if has_null(reason) => "the reason".to_owned(),
            (None, _) => return Ok(()),
        };
        Err(OperatorError::invalid(format!("{place} has the character U+0000")).remedy("leave it out"))
    }
}

/// Returns `true` if a text of a value has the character U+0000.
fn contains_null(value: &Value) -> bool {
    match value {
        Value::String(text) => has_null(text),
        Value::Array(items) => items.iter().any(contains_null),
        Value::Object(members) => members.iter().any(|(name, value)| has_null(name) || contains_null(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn has_null(text: &str) -> bool {
    text.contains('\0')
}
