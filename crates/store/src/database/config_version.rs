//! Versions of platforms' configuration, so that a process may cache the configuration it has read.
//!
//! A version is never issued twice. A change that is rolled back takes its version with it, so configuration
//! cached meanwhile never matches a later version.

use uuid::Uuid;

use crate::database::error::Error;
use crate::database::row::Row;

/// The version of a platform's whole configuration: its own row except its clock, its settings, the
/// deployment's settings, and its keys. The default value is never issued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConfigVersion {
    platform: Uuid,
    /// `None` until a setting of the deployment is written.
    deployment: Option<Uuid>,
}

/// The version's columns, for a query of `platform`.
pub(crate) const VERSION: &str =
    "config_version, (SELECT d.version FROM deployment_version d) AS deployment_version";

/// Reads the version in the columns `config_version` and `deployment_version`.
pub(crate) fn read(row: &Row<'_>) -> Result<ConfigVersion, Error> {
    Ok(ConfigVersion { platform: row.get("config_version")?, deployment: row.get("deployment_version")? })
}
