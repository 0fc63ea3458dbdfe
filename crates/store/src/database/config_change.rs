//! Giving platforms another version of what is configured for them.

use causeway_domain::ids::PlatformId;

use crate::database::error::Error;
use crate::database::tx::Tx;
use crate::params;

/// Gives a platform another version: something of what is configured for it has changed.
pub(crate) fn change(tx: &mut Tx<'_>, platform: PlatformId) -> Result<(), Error> {
    let version = tx.new_version();
    tx.execute("UPDATE platform SET config_version = $2 WHERE platform_id = $1", params![platform, version])
}

/// Gives all platforms other versions: something has changed that is set for the deployment.
pub(crate) fn change_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    let version = tx.new_version();
    tx.execute(
        "INSERT INTO deployment_version (id, version) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        params![version],
    )
}
