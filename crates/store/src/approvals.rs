//! Rows of open approvals (conventions 12): payments that await a decision of the platform, each with its
//! deadline. A decision deletes the row, so the table stays small.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId, WebhookId};

use crate::{Error, Row, Tx, params};

/// An open approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalRecord {
    pub transaction: TransactionId,
    /// The webhook event that asks for the decision; sending it opens the window.
    pub webhook: WebhookId,
    /// `None` until the event is sent.
    pub window: Option<ApprovalWindow>,
}

/// The period in which the platform may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalWindow {
    /// Start of the window, on the platform's clock.
    pub asked_at: Time,
    /// End of the window, in database time.
    pub decide_by: Time,
}

/// Inserts an approval whose event is still to be sent.
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

/// Finds the open approval of a payment, or returns `None` if it was decided.
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

/// Opens the decision window when the event is sent. A later attempt does not move it.
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

/// Deletes the approval of a payment that was decided.
pub fn close(tx: &mut Tx<'_>, platform: PlatformId, transaction: TransactionId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM approval WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction],
    )
}

/// Returns payments of all platforms whose decision window has ended, earliest deadline first.
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
    let asked_at: Option<Time> = row.get("asked_at")?;
    let decide_by: Option<Time> = row.get("decide_by")?;
    let window = asked_at.zip(decide_by).map(|(asked_at, decide_by)| ApprovalWindow { asked_at, decide_by });
    Ok(ApprovalRecord { transaction: row.get("transaction_id")?, webhook: row.get("webhook_id")?, window })
}
