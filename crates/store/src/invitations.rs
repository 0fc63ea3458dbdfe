//! Rows of invitations (customers 9).

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_domain::invitations::InvitationStatus;
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Revision, Time};
use serde::{Deserialize, Serialize};

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// A customer's invitation to a new customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRecord {
    /// The platform that created the invitation.
    pub platform: PlatformId,
    /// The scope in which the code is unique.
    pub environment: Environment,
    pub code: String,
    pub inviter: CustomerId,
    /// Stored status; expiry is not written, see `expires_at`.
    pub status: InvitationStatus,
    /// End of the period in which the invitation can be claimed.
    pub expires_at: Option<Time>,
    /// Data that no query filters by.
    pub doc: InvitationDoc,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored document of an invitation, version 1. UMA addresses are copies: later changes of their domains do
/// not affect them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationDoc {
    pub v: u32,
    /// Address at which the invitation is claimed.
    pub url: String,
    /// UMA address of the inviter.
    pub inviter_uma: String,
    /// UMA address of the customer that claimed the invitation.
    pub invitee_uma: Option<String>,
    /// First name of the invited person.
    pub first_name: Option<String>,
    /// Promised amount, in minor units.
    pub amount: Option<PromisedAmount>,
    pub claimed_at: Option<Time>,
}

/// An amount promised by an invitation. No money moves for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromisedAmount {
    /// Minor units.
    pub minor: i64,
    pub currency: CurrencyCode,
}

impl From<PromisedAmount> for Amount {
    fn from(promised: PromisedAmount) -> Self {
        Self { minor: promised.minor, currency: promised.currency }
    }
}

const COLUMNS: &str =
    "platform_id, environment, code, inviter_id, status, expires_at, doc, created_at, updated_at";

fn read(row: &Row<'_>) -> Result<InvitationRecord, Error> {
    Ok(InvitationRecord {
        platform: row.get("platform_id")?,
        environment: row.parsed("environment")?,
        code: row.get("code")?,
        inviter: row.get("inviter_id")?,
        status: row.parsed("status")?,
        expires_at: row.get("expires_at")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Returns up to `limit` invitations of a customer behind a code, ordered by code.
pub fn of_inviter(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    inviter: CustomerId,
    after: &str,
    limit: u32,
) -> Result<Vec<InvitationRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM invitation WHERE platform_id = $1 AND inviter_id = $2 AND code > $3 \
         ORDER BY code LIMIT $4"
    );
    tx.query(&sql, params![platform, inviter, after, limit], read)
}

/// Inserts a new invitation. An existing code makes the transaction fail as a lost race: its rerun draws
/// another.
pub fn insert(tx: &mut Tx<'_>, record: &InvitationRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO invitation (platform_id, environment, code, inviter_id, status, expires_at, doc, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            record.platform,
            record.environment.as_str(),
            &record.code,
            record.inviter,
            record.status.as_str(),
            record.expires_at,
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Finds the invitation with this code on any platform of the environment.
pub fn find(
    tx: &mut Tx<'_>,
    environment: Environment,
    code: &str,
) -> Result<Option<InvitationRecord>, Error> {
    let sql =
        format!("SELECT /* all platforms */ {COLUMNS} FROM invitation WHERE environment = $1 AND code = $2");
    tx.query_opt(&sql, params![environment.as_str(), code], read)
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    environment: Environment,
    code: &str,
) -> Result<Option<InvitationRecord>, Error> {
    let sql = format!(
        "SELECT /* all platforms */ {COLUMNS} FROM invitation WHERE environment = $1 AND code = $2 FOR UPDATE"
    );
    tx.query_opt(&sql, params![environment.as_str(), code], read)
}

/// Locks the open invitations of a customer, ordered by code. Callers check the expiry themselves.
pub fn lock_open_by_inviter(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    inviter: CustomerId,
) -> Result<Vec<InvitationRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM invitation WHERE platform_id = $1 AND inviter_id = $2 AND status = 'PENDING' \
         ORDER BY code FOR UPDATE"
    );
    tx.query(&sql, params![platform, inviter], read)
}

/// Updates the mutable columns of an invitation.
pub fn update(tx: &mut Tx<'_>, record: &InvitationRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE invitation SET status = $3, doc = $4, updated_at = $5 WHERE platform_id = $1 AND code = $2",
        params![
            record.platform,
            &record.code,
            record.status.as_str(),
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}
