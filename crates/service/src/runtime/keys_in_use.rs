//! Idempotency keys that this process is writing under.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_store::Key;

/// Platform, scope and idempotency key.
type ScopedKey = (PlatformId, String, String);

/// The idempotency keys that requests of this process are writing under, each with its number of writers.
/// After a lock timeout it tells a request that another one with the same key most likely held the lock
/// (conventions 9).
#[derive(Debug, Default)]
pub struct KeysInUse(Mutex<HashMap<ScopedKey, usize>>);

/// A guard for one request that writes under a key; dropping it ends the use.
#[derive(Debug)]
pub struct IdempotencyKeyUse<'a> {
    keys: &'a KeysInUse,
    name: ScopedKey,
    /// `true` if another request was already writing under the same key.
    pub has_twin: bool,
}

impl KeysInUse {
    /// Registers a request that begins to write under a key.
    #[must_use]
    pub fn begin(&self, key: &Key) -> IdempotencyKeyUse<'_> {
        let name = (key.platform, key.scope.clone(), key.key.clone());
        let has_twin = self.with(|keys| {
            let count = keys.entry(name.clone()).or_default();
            *count += 1;
            *count > 1
        });
        IdempotencyKeyUse { keys: self, name, has_twin }
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<ScopedKey, usize>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for IdempotencyKeyUse<'_> {
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
    fn only_the_later_request_has_a_twin() {
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
