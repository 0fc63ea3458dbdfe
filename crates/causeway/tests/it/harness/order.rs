//! The check that a resource's events can be ordered by its `updatedAt` (conventions 5.2, 11.4).

use std::collections::HashMap;

use causeway_domain::ids::PlatformId;
use serde_json::Value;

/// The latest `updatedAt` in the events of each resource.
#[derive(Default)]
pub(super) struct Order(HashMap<(PlatformId, String), String>);

impl Order {
    /// Takes the next event, in the order of occurrence.
    ///
    /// # Panics
    /// If the `updatedAt` of its resource has not increased since the previous event.
    pub(super) fn follow(&mut self, platform: PlatformId, resource: String, event: &Value) {
        let Some(after) = event["data"]["updatedAt"].as_str() else { return };
        if let Some(before) = self.0.insert((platform, resource), after.to_owned()) {
            assert!(before.as_str() < after, "changed at {before}, and then at {after}: {event:#}");
        }
    }
}
