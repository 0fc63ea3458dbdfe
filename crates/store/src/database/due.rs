//! Rows that are due by their platform's clock.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;

use crate::database::config_version::{self, VERSION};
use crate::{Error, Tx, params};

/// A kind of rows that become due: a table, and the condition under which its rows wait.
pub(crate) struct WaitingRows {
    pub(crate) table: &'static str,
    pub(crate) condition: &'static str,
}

/// Platforms with due rows, and the database's time at the query.
pub(crate) struct DuePlatforms {
    /// Each platform with its own current time.
    pub(crate) platforms: Vec<(PlatformId, Time)>,
    /// `None` if nothing is due.
    pub(crate) now: Option<Time>,
}

/// Returns the platforms with due rows, each with its current time; the one with the longest overdue row
/// comes first. If `platform` is given, only that one is considered.
pub(crate) fn platforms_with_due(
    tx: &mut Tx<'_>,
    waiting: &WaitingRows,
    platform: Option<PlatformId>,
) -> Result<DuePlatforms, Error> {
    let WaitingRows { table, condition } = waiting;
    let database_now = tx.database_time_in("$1");
    let sql = format!(
        "SELECT platform_id, platform_now, {database_now} AS now, config_version, deployment_version FROM (
             SELECT p.platform_id, {VERSION}, COALESCE(p.frozen_at, $1 + p.lead_millis) AS platform_now,
                 (SELECT MIN(w.due_at) FROM {table} w
                  WHERE w.platform_id = p.platform_id AND {condition}) AS first_due
             FROM platform p WHERE $2 OR p.platform_id = $3) platforms
         WHERE first_due <= platform_now ORDER BY first_due, platform_id"
    );
    let wall = tx.wall();
    let found = tx.query(&sql, params![wall, platform.is_none(), platform], |row| {
        let due = (row.get("platform_id")?, row.get("platform_now")?);
        Ok((due, row.get("now")?, config_version::read(row)?))
    })?;
    found.iter().for_each(|((platform, _), _, version)| tx.note_version(*platform, *version));
    let now = found.first().map(|(_, now, _)| *now);
    Ok(DuePlatforms { platforms: found.into_iter().map(|(due, ..)| due).collect(), now })
}
