//! Jobs that come forward, because what they wait for may have happened.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};

use super::claim::update_all;
use crate::{Error, Tx, Value, Wake, params};

/// Brings the waiting jobs of a resource forward to `due_at` of the platform's clock, and returns their number. A job
/// that is claimed, or being claimed, is not among them: its work may have asked already, so the caller schedules
/// another.
pub fn hasten(tx: &mut Tx<'_>, platform: PlatformId, resource: &str, due_at: Time) -> Result<usize, Error> {
    let jobs: Vec<JobId> = tx.query(
        "SELECT job_id FROM job WHERE platform_id = $1 AND resource = $2 AND state = 'WAITING'
         ORDER BY due_at, job_id FOR UPDATE SKIP LOCKED",
        params![platform, resource],
        |row| row.get("job_id"),
    )?;
    let count = jobs.len();
    tx.wake(Wake::Jobs);
    let earlier = "due_at = CASE WHEN due_at < $2 THEN due_at ELSE $2 END";
    update_all(tx, earlier, &[platform.into(), due_at.into()], jobs)?;
    Ok(count)
}

/// Brings up to `limit` waiting jobs of some kinds forward to the present of their platforms, those that are due first,
/// and returns their number. Jobs that are due, claimed or being claimed stay as they are.
pub fn hasten_kinds(tx: &mut Tx<'_>, kinds: &[&str], limit: u32) -> Result<usize, Error> {
    let wall = tx.wall();
    let mut values = params![wall, limit].to_vec();
    values.extend(kinds.iter().map(|kind| Value::from(*kind)));
    let places: Vec<String> = (3..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT /* all platforms */ j.platform_id, j.job_id, COALESCE(p.frozen_at, $1 + p.lead_millis) AS now
         FROM job j JOIN platform p ON p.platform_id = j.platform_id
         WHERE j.state = 'WAITING' AND j.kind IN ({}) AND j.due_at > COALESCE(p.frozen_at, $1 + p.lead_millis)
         ORDER BY j.due_at, j.job_id LIMIT $2 FOR UPDATE OF j SKIP LOCKED",
        places.join(", ")
    );
    let found =
        tx.query(&sql, &values, |row| Ok(((row.get("platform_id")?, row.get("now")?), row.get("job_id")?)))?;
    let count = found.len();
    let mut by_platform: BTreeMap<(PlatformId, Time), Vec<JobId>> = BTreeMap::new();
    for (present, job) in found {
        by_platform.entry(present).or_default().push(job);
    }
    tx.wake(Wake::Jobs);
    for ((platform, now), jobs) in by_platform {
        update_all(tx, "due_at = $2", &[platform.into(), now.into()], jobs)?;
    }
    Ok(count)
}
