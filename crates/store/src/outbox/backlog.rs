//! The undelivered events, counted.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;

use crate::{Error, Tx, params};

/// The number up to which the events of a platform are counted.
pub const MAX_BACKLOG: u32 = 10_000;

/// Undelivered events, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Events with an attempt that is due.
    pub due: i64,
    /// Events with an attempt that is due later.
    pub later: i64,
    /// Events with a delivery that was given up.
    pub given_up: i64,
    /// Age of the oldest event whose delivery was tried without success or is overdue, on the platform's clock.
    pub oldest_millis: i64,
}

impl Backlog {
    /// Adds other events.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self {
            due: self.due + others.due,
            later: self.later + others.later,
            given_up: self.given_up + others.given_up,
            oldest_millis: self.oldest_millis.max(others.oldest_millis),
        }
    }
}

/// Counts the undelivered events of all platforms.
pub fn backlog(tx: &mut Tx<'_>) -> Result<Backlog, Error> {
    let platforms = backlog_by_platform(tx)?;
    Ok(platforms.into_iter().fold(Backlog::default(), |sum, (_, of_platform)| sum.with(of_platform)))
}

/// Counts the undelivered events of each platform, up to [`MAX_BACKLOG`] of each status.
pub fn backlog_by_platform(tx: &mut Tx<'_>) -> Result<Vec<(PlatformId, Backlog)>, Error> {
    let wall = tx.wall();
    // Separate counts, so that each reads a range of its own index.
    let count = |condition: &str| {
        format!(
            "(SELECT COUNT(*) FROM (SELECT d.seq FROM delivery d
                  WHERE d.platform_id = p.platform_id AND {condition} LIMIT $2) counted)"
        )
    };
    let sql = format!(
        "SELECT /* all platforms */ p.platform_id, p.platform_now,
             {} AS due, {} AS later, {} AS given_up,
             (SELECT MIN(d.due_at) FROM delivery d
              WHERE d.platform_id = p.platform_id AND d.status = 'DUE') AS due_since,
             (SELECT o.created_at FROM outbox o WHERE o.seq =
                  (SELECT MIN(d.seq) FROM delivery d
                   WHERE d.platform_id = p.platform_id AND d.status = 'DUE' AND d.is_attempted)) AS tried_since
         FROM (SELECT platform_id, COALESCE(frozen_at, $1 + lead_millis) AS platform_now FROM platform) p
         ORDER BY p.platform_id",
        count("d.status = 'DUE' AND d.due_at <= p.platform_now"),
        count("d.status = 'DUE' AND d.due_at > p.platform_now"),
        count("d.status = 'GIVEN_UP'"),
    );
    tx.query(&sql, params![wall, MAX_BACKLOG], |row| {
        let now: Time = row.get("platform_now")?;
        let due_since: Option<Time> = row.get("due_since")?;
        let tried_since: Option<Time> = row.get("tried_since")?;
        let ages = [due_since, tried_since].map(|at| at.map_or(0, |at| now.millis() - at.millis()));
        let backlog = Backlog {
            due: row.get("due")?,
            later: row.get("later")?,
            given_up: row.get("given_up")?,
            oldest_millis: ages.into_iter().max().unwrap_or(0).max(0),
        };
        Ok((row.get("platform_id")?, backlog))
    })
}
