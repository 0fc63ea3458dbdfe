//! Rows of notifications sent by stablecoin providers (stablecoins 7.3).

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, StablecoinOperationId};

use crate::{Error, Tx, params};

/// Records an event of a provider. Returns `false` if it was recorded before.
pub fn record(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    event: &str,
    operation: StablecoinOperationId,
    at: Time,
) -> Result<bool, Error> {
    let added = tx.execute_counted(
        "INSERT INTO stablecoin_notification (platform_id, event_id, operation_id, received_at) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (platform_id, event_id) DO NOTHING",
        params![platform, event, operation, at],
    )?;
    Ok(added == 1)
}
