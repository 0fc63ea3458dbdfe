//! The state of a resource that a page has shown, and its present one.

use causeway_domain::Time;

use crate::answer::answer;
use crate::forms::Fields;

/// The field with the version that the page has shown.
const SEEN: &str = "seen";
/// The field with the status that the page has shown.
const SEEN_STATUS: &str = "seen-status";

answer! {
    /// The state of a resource with versions.
    #[derive(Default, PartialEq, Eq)]
    struct ResourceState {
        /// `None` if nothing can be decided about it.
        #[serde(default)]
        version: Option<Time>,
        #[serde(default)]
        status: Option<String>,
    }
}

/// A resource that has changed since the page has shown it.
#[derive(Debug)]
pub(crate) struct StateChange {
    pub(crate) before: ResourceState,
    pub(crate) now: ResourceState,
}

impl ResourceState {
    /// Returns the state that a form was made for.
    pub(super) fn of_form(form: &Fields) -> Self {
        let version = form.get(SEEN).and_then(|version| version.parse().ok());
        Self { version, status: form.get(SEEN_STATUS).map(str::to_owned) }
    }
}

impl StateChange {
    /// Returns the change between two states; `None` if there is none, or if the page has shown no version.
    pub(super) fn between(before: ResourceState, now: &ResourceState) -> Option<Self> {
        let is_change = before.version.is_some() && before.version != now.version;
        is_change.then(|| Self { before, now: now.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_version_is_a_change() {
        let form = |text: &str| ResourceState::of_form(&Fields::parse(text));
        let now = form("seen=2025-10-03T12%3A00%3A00.000Z&seen-status=ACTIVE");
        assert_eq!(now.status.as_deref(), Some("ACTIVE"));
        let before = form("seen=2025-10-03T11%3A00%3A00.000Z&seen-status=ACTIVE");
        assert!(StateChange::between(before, &now).is_some());
        assert!(StateChange::between(now.clone(), &now).is_none());
        assert!(StateChange::between(form(""), &now).is_none());
    }
}
