//! Recorded examples: an answer of every operation and an event of every webhook, from a run of the service.
//!
//! `examples.json` has them by operation id. The test `every_example_of_the_reference_is_carried_out` records
//! them again if `UPDATE_DOCS` is set.

use serde_json::Value;

const RECORDED: &str = include_str!("examples.json");

/// The recorded answers and events.
pub(super) struct Examples(Value);

impl Examples {
    /// Reads the record. A test checks that nothing is missing in it.
    pub(super) fn read() -> Self {
        Self(serde_json::from_str(RECORDED).unwrap_or_default())
    }

    /// Returns the answer of an operation, or `None` if none is recorded.
    pub(super) fn answer(&self, operation_id: &str) -> Option<&Value> {
        self.0.get("answers")?.get(operation_id)
    }

    /// Returns an event of a webhook, or `None` if none is recorded.
    pub(super) fn event(&self, operation_id: &str) -> Option<&Value> {
        self.0.get("events")?.get(operation_id)
    }
}
