//! Endpoints of platforms that do not accept their events, found by their own indexes.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, WebhookId};

use crate::{Error, Tx, params};

/// The oldest event of a platform whose delivery was tried without success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingEndpoint {
    pub platform: PlatformId,
    pub event: WebhookId,
    pub event_type: String,
    /// On the platform's clock.
    pub created_at: Time,
}

/// Returns the platforms with an event that has been tried without success for `tried_for` on the platform's clock.
pub fn failing(tx: &mut Tx<'_>, tried_for: Duration) -> Result<Vec<FailingEndpoint>, Error> {
    let wall = tx.wall();
    let millis = i64::try_from(tried_for.as_millis()).unwrap_or(i64::MAX);
    tx.query(
        "SELECT o.platform_id, o.webhook_id, o.event_type, o.created_at
         FROM (SELECT COALESCE(p.frozen_at, $1 + p.lead_millis) AS platform_now,
                   (SELECT MIN(d.seq) FROM delivery d
                    WHERE d.platform_id = p.platform_id AND d.status = 'DUE' AND d.is_attempted) AS seq
               FROM platform p) oldest
         JOIN outbox o ON o.seq = oldest.seq
         WHERE o.created_at <= oldest.platform_now - $2 /* all platforms */
         ORDER BY o.platform_id",
        params![wall, millis],
        |row| {
            Ok(FailingEndpoint {
                platform: row.get("platform_id")?,
                event: row.get("webhook_id")?,
                event_type: row.get("event_type")?,
                created_at: row.get("created_at")?,
            })
        },
    )
}

/// Returns the platforms with an event that was given up, apart from test events.
pub fn with_given_up(tx: &mut Tx<'_>) -> Result<Vec<PlatformId>, Error> {
    tx.query(
        "SELECT p.platform_id FROM platform p
         WHERE EXISTS (SELECT 1 FROM delivery d JOIN outbox o ON o.seq = d.seq /* all platforms */
                       WHERE d.platform_id = p.platform_id AND d.status = 'GIVEN_UP' AND o.event_type <> 'TEST')
         ORDER BY p.platform_id",
        &[],
        |row| row.get("platform_id"),
    )
}

/// An event of a platform that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpEvent {
    pub event: WebhookId,
    pub event_type: String,
    pub last_error: Option<String>,
}

/// Returns the event of a platform that was given up last, apart from test events.
pub fn last_given_up(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<GivenUpEvent>, Error> {
    let sql = "SELECT o.webhook_id, o.event_type, d.last_error
         FROM delivery d JOIN outbox o ON o.platform_id = d.platform_id AND o.seq = d.seq
         WHERE d.platform_id = $1 AND d.status = 'GIVEN_UP' AND o.event_type <> 'TEST'
         ORDER BY d.due_at DESC LIMIT 1";
    tx.query_opt(sql, params![platform], |row| {
        Ok(GivenUpEvent {
            event: row.get("webhook_id")?,
            event_type: row.get("event_type")?,
            last_error: row.get("last_error")?,
        })
    })
}
