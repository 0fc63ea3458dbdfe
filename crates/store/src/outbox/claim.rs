//! Claiming events that are due for delivery.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use super::record::{DeliveryRecord, columns, read};
use crate::database::due::{WaitingRows, platforms_with_due};
use crate::database::lease::Lease;
use crate::{Error, Tx, params};

const DUE: WaitingRows = WaitingRows { table: "delivery", condition: "status = 'DUE'" };

/// The pacing of first attempts, which keeps the order of a resource's events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pacing {
    /// Time for which a running first attempt delays the resource's next event.
    pub previous_attempt_wait: Duration,
    /// An event that has been due for this long, on the platform's clock or in real time, does not wait: a
    /// resource with many events must not fall behind, nor block a platform whose clock is frozen.
    pub late_after: Duration,
}

/// The caller's remaining delivery capacity per platform.
pub trait Capacity {
    /// Returns the number of further deliveries for this platform.
    fn of(&self, platform: PlatformId) -> u32;
    /// Reserves capacity for claimed deliveries of this platform.
    fn take(&mut self, platform: PlatformId, claimed: u32);
}

/// Claims events that are due on the clock of their platform, starting with the platform that has the longest
/// overdue one; only those of `platform` if one is given. Each claim counts as an attempt. `room` limits the
/// events per platform: a slow endpoint must not occupy all senders.
pub fn claim(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    lease: Lease,
    pace: Pacing,
    room: &mut dyn Capacity,
) -> Result<Vec<DeliveryRecord>, Error> {
    let due = platforms_with_due(tx, &DUE, platform)?;
    let mut claimed = Vec::new();
    let Some(now) = due.now else { return Ok(claimed) };
    let mut left = lease.limit;
    for (platform, platform_now) in due.platforms {
        let limit = left.min(room.of(platform));
        if limit > 0 {
            let until = now.plus(lease.duration);
            let instants = Instants {
                now,
                until,
                platform_now,
                ahead: until.minus(pace.previous_attempt_wait),
                late: platform_now.minus(pace.late_after),
                waiting_since: tx.wall().minus(pace.late_after),
            };
            let found = claim_for_platform(tx, platform, &instants, lease.holder, limit)?;
            let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
            room.take(platform, count);
            left = left.saturating_sub(count);
            claimed.extend(found);
        }
    }
    Ok(claimed)
}

/// The instants that a claim compares rows with.
struct Instants {
    /// The database's time.
    now: Time,
    /// The end of a lease that begins now.
    until: Time,
    /// A lease that ends later belongs to an attempt that still has its head start.
    ahead: Time,
    /// The platform's time.
    platform_now: Time,
    /// Events due by then do not wait for earlier ones.
    late: Time,
    /// The same in wall time.
    waiting_since: Time,
}

fn claim_for_platform(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    instants: &Instants,
    holder: Uuid,
    limit: u32,
) -> Result<Vec<DeliveryRecord>, Error> {
    let Instants { now, until, ahead, platform_now, late, waiting_since } = *instants;
    let sql = format!(
        "UPDATE delivery SET attempts = attempts + 1, fence = fence + 1, lease_until = $4, lease_holder = $9,
             holder_until = $4
         WHERE seq IN (
             SELECT d.seq FROM delivery d
             WHERE d.platform_id = $1 AND d.status = 'DUE' AND d.due_at <= $2
                 AND (d.lease_until IS NULL OR d.lease_until <= $3)
                 AND NOT (d.attempts = 0 AND d.due_at > $5 AND d.updated_at > $8 AND EXISTS (
                     SELECT 1 FROM delivery e
                     WHERE e.platform_id = d.platform_id AND e.resource = d.resource AND e.seq < d.seq
                         AND e.status = 'DUE' AND NOT e.is_attempted AND e.attempts <= 1
                         AND (e.attempts = 0 OR e.lease_until > $6)))
             ORDER BY d.due_at, d.seq LIMIT $7 FOR UPDATE OF d SKIP LOCKED)
         RETURNING {}",
        columns()
    );
    let params = params![platform, platform_now, now, until, late, ahead, limit, waiting_since, holder];
    let mut claimed = tx.query(&sql, params, read)?;
    claimed.sort_by_key(|delivery| (delivery.due_at, delivery.seq));
    Ok(claimed)
}
