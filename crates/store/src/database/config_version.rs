//! Versions of what is configured for platforms, so that a process may keep what it has read of it.
//!
//! No version is given twice: a change that is undone takes its version with it, and what was read meanwhile is never
//! taken for what is configured later.

use uuid::Uuid;

use crate::database::error::Error;
use crate::database::row::Row;

/// The version of all that is configured for a platform: its own row but for its clock, its settings, those of the
/// deployment, and its keys. The default one is never given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConfigVersion {
    platform: Uuid,
    /// None until something is set for the deployment.
    deployment: Option<Uuid>,
}

/// The columns of a version, in a query of `platform`.
pub(crate) const VERSION: &str =
    "config_version, (SELECT d.version FROM deployment_version d) AS deployment_version";

/// Reads the version in the columns `config_version` and `deployment_version`.
pub(crate) fn read(row: &Row<'_>) -> Result<ConfigVersion, Error> {
    Ok(ConfigVersion { platform: row.get("config_version")?, deployment: row.get("deployment_version")? })
}
