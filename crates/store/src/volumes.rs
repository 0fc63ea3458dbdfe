//! Rows of the daily volume that platforms sent through limited corridors (money 1.5).

use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// Adds an amount to the volume of a corridor on `day`, counted from 1970-01-01, and returns the new volume.
///
/// A later day starts at zero. An earlier day counts towards the day in the row: a process whose clock is
/// behind, or that waited for a lock over midnight, must not restart the day. The row stays locked until the
/// transaction ends, so that concurrent payments are counted one after the other.
pub fn add(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    corridor: &str,
    day: i64,
    amount: i64,
) -> Result<i64, Error> {
    tx.query_one(
        "INSERT INTO corridor_volume (platform_id, corridor, day, volume) VALUES ($1, $2, $3, $4)
         ON CONFLICT (platform_id, corridor) DO UPDATE SET
             volume = CASE WHEN corridor_volume.day >= excluded.day THEN corridor_volume.volume ELSE 0 END
                 + excluded.volume,
             day = CASE WHEN corridor_volume.day >= excluded.day THEN corridor_volume.day ELSE excluded.day END
         RETURNING volume",
        params![platform, corridor, day, amount],
        |row| row.get("volume"),
    )
}
