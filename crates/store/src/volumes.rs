//! Rows of what platforms have sent through limited corridors in a day (money 1.5).

use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// Adds a payment to the volume of a corridor on `day`, counted from 1970-01-01; returns the volume with it. A later day
/// begins at nothing. An earlier one counts towards the day that has begun: a process whose clock is behind, or that has
/// waited for a lock over midnight, must not begin the day anew. The row stays locked until the transaction ends, so that
/// payments at the same time are counted one after the other.
///
/// # Errors
/// Whatever the database refuses.
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
