//! The configuration versions of platforms that a closure has read.

use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use super::Tx;
use crate::database::config_version::ConfigVersion;

impl Tx<'_> {
    /// Returns the platform's configuration version as the closure has read it, or `None` if it has not.
    #[must_use]
    pub fn config_version(&self, platform: PlatformId) -> Option<ConfigVersion> {
        self.versions.iter().rfind(|(of, _)| *of == platform).map(|(_, version)| *version)
    }

    /// Returns the version under which configuration read by the closure may be cached, or `None` while reads
    /// are only recorded and find no rows.
    #[must_use]
    pub fn version_to_keep(&self, platform: PlatformId) -> Option<ConfigVersion> {
        if self.is_prefetching() { None } else { self.config_version(platform) }
    }

    /// Uses the version that was read with the caller's credentials. For read-only work only: a write reads
    /// it again.
    pub fn assume_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.note_version(platform, version);
    }

    /// Notes the version that the closure has read.
    pub(crate) fn note_version(&mut self, platform: PlatformId, version: ConfigVersion) {
        self.versions.push((platform, version));
    }

    /// Returns a new, unique version for configuration that the closure writes, and forgets the versions it
    /// has read.
    pub(crate) fn new_version(&mut self) -> Uuid {
        self.versions.clear();
        self.ids.uuid(self.wall)
    }
}
