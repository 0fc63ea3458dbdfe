//! Per-process cache of platform configuration, valid as long as the configuration version is unchanged.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_store::{ConfigVersion, Tx};

/// Maximum number of cached platforms; the whole cache is cleared before it grows beyond.
const MAX_PLATFORMS: usize = 1_024;

/// Cached values of platforms, each with the configuration version at which it was read.
#[derive(Debug)]
pub struct VersionedCache<T>(Mutex<HashMap<PlatformId, (ConfigVersion, T)>>);

impl<T> Default for VersionedCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> VersionedCache<T> {
    /// Returns the cached value if its version is the one that the transaction has read. While a closure only
    /// declares its reads and will learn the version later, returns it whatever its version: changed data is
    /// then read on demand.
    pub fn find(&self, tx: &Tx<'_>, platform: PlatformId) -> Option<T> {
        let version = tx.config_version(platform);
        let entries = self.lock();
        let (of, value) = entries.get(&platform)?;
        (tx.learns_version() || version == Some(*of)).then(|| value.clone())
    }

    /// Caches a value that was read together with its version, or after it: if the configuration changed in
    /// between, that version is never asked for again.
    pub fn keep(&self, platform: PlatformId, version: Option<ConfigVersion>, value: T) {
        let Some(version) = version else { return };
        let mut entries = self.lock();
        if entries.len() >= MAX_PLATFORMS && !entries.contains_key(&platform) {
            entries.clear();
        }
        entries.insert(platform, (version, value));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlatformId, (ConfigVersion, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use causeway_domain::ids::Id;
    use causeway_store::settings::{self, Scope};
    use causeway_store::{Error, platforms};
    use uuid::Uuid;

    use super::*;
    use crate::fixture::Fixture;
    use crate::runtime::api_error::ApiError;
    use crate::runtime::app::App;
    use crate::runtime::context::Context;
    use crate::runtime::settings::{AnySetting, REGULATED, Settings};

    /// Returns the setting as a transaction of this process sees it, and the number of statements that this
    /// took.
    async fn regulated(app: &Arc<App>, platform: PlatformId) -> (bool, u64) {
        let before = app.store.counts().statements;
        let shared = Arc::clone(app);
        let read = move |tx: &mut Tx<'_>| {
            let context = Context::read(tx, &shared, platform)?;
            Ok::<_, ApiError>(Settings::of(tx, &context)?.get(&REGULATED)?)
        };
        let found = app.store.read(read).await.unwrap();
        (found, app.store.counts().statements - before)
    }

    fn set(tx: &mut Tx<'_>, scope: Scope, is_regulated: bool) -> Result<(), Error> {
        settings::set(tx, scope, REGULATED.name(), &is_regulated.into())
    }

    #[tokio::test]
    async fn a_change_is_seen_at_once_by_every_process() {
        let fixture = Fixture::new().await;
        let platform = fixture.platform;
        let processes = [Arc::clone(&fixture.app), fixture.other_process()];
        for (scope, is_regulated) in [
            (Scope::Deployment, true),
            (Scope::Deployment, false),
            (Scope::Platform(platform), true),
            (Scope::Platform(platform), false),
        ] {
            fixture.write(move |tx| Ok(set(tx, scope, is_regulated)?)).await;
            for process in &processes {
                assert_eq!(regulated(process, platform).await, (is_regulated, 2), "{scope:?}");
                assert_eq!(regulated(process, platform).await, (is_regulated, 1), "with its platform alone");
            }
        }
    }

    #[tokio::test]
    async fn a_platform_never_has_the_settings_of_another() {
        let fixture = Fixture::new().await;
        let other = fixture.add_platform(platforms::Environment::Sandbox).await;
        for is_regulated in [true, false] {
            let scopes = [(fixture.platform, is_regulated), (other, !is_regulated)];
            for (platform, is_regulated) in scopes {
                fixture.write(move |tx| Ok(set(tx, Scope::Platform(platform), is_regulated)?)).await;
            }
            for (platform, is_regulated) in scopes.into_iter().cycle().take(4) {
                assert_eq!(regulated(&fixture.app, platform).await.0, is_regulated);
            }
        }
    }

    /// Checks that the closure sees its own change, and that no part of it outlasts the closure.
    #[tokio::test]
    async fn an_undone_setting_is_not_cached() {
        let fixture = Fixture::new().await;
        let app = Arc::clone(&fixture.app);
        let platform = fixture.platform;
        for scope in [Scope::Platform(platform), Scope::Deployment] {
            fixture.write(move |tx| Ok(set(tx, scope, false)?)).await;
            let shared = Arc::clone(&app);
            let undone = app.store.write(&[], move |tx| {
                set(tx, scope, true)?;
                let context = Context::read(tx, &shared, platform)?;
                let is_seen = Settings::of(tx, &context)?.get(&REGULATED)?;
                if is_seen { Err(ApiError::internal(Error::Missing)) } else { Ok(()) }
            });
            assert!(undone.await.is_err(), "{scope:?}");
            assert!(!regulated(&app, platform).await.0, "{scope:?}");
            fixture.write(move |tx| Ok(settings::unset(tx, scope, REGULATED.name())?)).await;
        }
    }

    #[tokio::test]
    async fn few_platforms_are_kept() {
        let fixture = Fixture::new().await;
        let platform = fixture.platform;
        let version = fixture.write(move |tx| {
            platforms::get(tx, platform)?;
            Ok(tx.config_version(platform))
        });
        let version = version.await;
        let cache = VersionedCache::default();
        for number in 0..3_000 {
            cache.keep(PlatformId::from_uuid(Uuid::from_u128(number)), version, number);
        }
        assert!(version.is_some() && (1..=MAX_PLATFORMS).contains(&cache.lock().len()));
    }
}
