//! New configuration versions for platforms.

use causeway_domain::ids::PlatformId;

use crate::database::error::Error;
use crate::database::tx::Tx;
use crate::params;

/// Sets a new version for a platform, after a change of its configuration.
pub(crate) fn change(tx: &mut Tx<'_>, platform: PlatformId) -> Result<(), Error> {
    let version = tx.new_version();
    tx.execute("UPDATE platform SET config_version = $2 WHERE platform_id = $1", params![platform, version])
}

/// Sets a new version for all platforms, after a change of the deployment's settings.
pub(crate) fn change_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    let version = tx.new_version();
    tx.execute(
        "INSERT INTO deployment_version (id, version) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        params![version],
    )
}
