//! Command lines for tests, without any option.

use causeway_service::operator::find;
use serde_json::Value;

use super::Invocation;

impl Invocation {
    /// Returns an action with these arguments.
    pub(super) fn bare(noun: &str, verb: &str, arguments: Value) -> Self {
        let Value::Object(arguments) = arguments else { panic!("no object") };
        Self {
            action: find(noun, verb).unwrap(),
            arguments,
            reason: None,
            is_dry_run: false,
            seen: None,
            is_confirmed: false,
            output: None,
        }
    }
}
