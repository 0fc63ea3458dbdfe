//! The events of a resource can be put in order by its `updatedAt` (conventions 5.2, 11.4).

use std::collections::HashMap;

use causeway_domain::ids::PlatformId;
use serde_json::Value;

/// The latest `updatedAt` that events have shown of each resource.
#[derive(Default)]
pub(super) struct Order(HashMap<(PlatformId, String), String>);

impl Order {
    /// Takes in the next event, in the order in which they happened.
    ///
    /// # Panics
    /// When the `updatedAt` of its resource has not risen since the event before it.
    pub(super) fn follow(&mut self, platform: PlatformId, resource: String, event: &Value) {
        let Some(after) = event["data"]["updatedAt"].as_str() else { return };
        if let Some(before) = self.0.insert((platform, resource), after.to_owned()) {
            assert!(before.as_str() < after, "changed at {before}, and then at {after}: {event:#}");
        }
    }
}
