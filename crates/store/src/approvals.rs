//! Rows of open approvals (conventions 12): payments about which the platform is to decide, and until when. They go
//! with the decision, so that there are few.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId, WebhookId};

use crate::{Error, Row, Tx, params};

/// An approval that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalRecord {
    /// The payment.
    pub transaction: TransactionId,
    /// The event that asks; its delivery opens the window.
    pub webhook: WebhookId,
    /// When the event was sent, and until when the platform may decide; none before it is sent.
    pub window: Option<ApprovalWindow>,
}

/// How long a platform may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalWindow {
    /// Its beginning, on the platform's clock.
    pub asked_at: Time,
    /// Its end, in the database's time.
    pub decide_by: Time,
}

/// Stores an approval whose event is still to be sent.
///
/// # Errors
/// Those of the database.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    webhook: WebhookId,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO approval (platform_id, transaction_id, webhook_id) VALUES ($1, $2, $3)",
        params![platform, transaction, webhook],
    )
}

/// The open approval of a payment; none where it was decided.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<ApprovalRecord>, Error> {
    tx.query_opt(
        "SELECT transaction_id, webhook_id, asked_at, decide_by FROM approval
         WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction],
        read,
    )
}

/// The event that asks is being sent: the window opens, once.
///
/// # Errors
/// Those of the database.
pub fn open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    webhook: WebhookId,
    window: ApprovalWindow,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE approval SET asked_at = $3, decide_by = $4
         WHERE platform_id = $1 AND webhook_id = $2 AND asked_at IS NULL",
        params![platform, webhook, window.asked_at, window.decide_by],
    )
}

/// The payment is decided about.
///
/// # Errors
/// Those of the database.
pub fn close(tx: &mut Tx<'_>, platform: PlatformId, transaction: TransactionId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM approval WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction],
    )
}

/// Payments of all platforms whose window has ended, those that have waited longest first.
///
/// # Errors
/// Those of the database.
pub fn overdue(tx: &mut Tx<'_>, limit: u32) -> Result<Vec<(PlatformId, TransactionId)>, Error> {
    let now = tx.database_time()?;
    tx.query(
        "SELECT platform_id, transaction_id FROM approval /* all platforms */
         WHERE decide_by <= $1 ORDER BY decide_by LIMIT $2",
        params![now, limit],
        |row| Ok((row.get("platform_id")?, row.get("transaction_id")?)),
    )
}

fn read(row: &Row<'_>) -> Result<ApprovalRecord, Error> {
    let (asked_at, decide_by): (Option<Time>, Option<Time>) = (row.get("asked_at")?, row.get("decide_by")?);
    let window = asked_at.zip(decide_by).map(|(asked_at, decide_by)| ApprovalWindow { asked_at, decide_by });
    Ok(ApprovalRecord { transaction: row.get("transaction_id")?, webhook: row.get("webhook_id")?, window })
}
