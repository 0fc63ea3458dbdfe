//! Which idempotency keys this process is writing under.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_store::Key;

/// A key with what it belongs to.
type Name = (PlatformId, String, String);

/// The keys that requests of this process are writing under, with how many write under each. It shows a request
/// that waited too long whether its twin is what it waited for (conventions 9).
#[derive(Debug, Default)]
pub struct KeysInUse(Mutex<HashMap<Name, usize>>);

/// Stands for one request that writes under a key; it ends when this is dropped.
#[derive(Debug)]
pub struct InUse<'a> {
    keys: &'a KeysInUse,
    name: Name,
    /// Whether another request was writing under the same key already.
    pub has_twin: bool,
}

impl KeysInUse {
    /// A request begins to write under a key.
    #[must_use]
    pub fn begin(&self, key: &Key) -> InUse<'_> {
        let name = (key.platform, key.scope.clone(), key.key.clone());
        let has_twin = self.with(|keys| {
            let count = keys.entry(name.clone()).or_default();
            *count += 1;
            *count > 1
        });
        InUse { keys: self, name, has_twin }
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<Name, usize>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        self.keys.with(|keys| {
            if let Some(count) = keys.get_mut(&self.name) {
                *count -= 1;
                if *count == 0 {
                    keys.remove(&self.name);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use causeway_domain::Time;
    use causeway_domain::ids::Id;

    use super::*;

    #[test]
    fn only_who_comes_later_has_a_twin() {
        let keys = KeysInUse::default();
        let key = |key: &str| Key {
            platform: PlatformId::from_uuid(uuid::Uuid::nil()),
            scope: "POST /quotes".to_owned(),
            key: key.to_owned(),
            request_hash: [0; 32],
            now: Time::from_millis(0),
            retention: Some(causeway_store::idempotency::RETENTION),
        };
        let first = keys.begin(&key("a"));
        let second = keys.begin(&key("a"));
        let other = keys.begin(&key("b"));
        assert_eq!((first.has_twin, second.has_twin, other.has_twin), (false, true, false));
        drop((first, second));
        assert!(!keys.begin(&key("a")).has_twin, "both have ended");
    }
}
