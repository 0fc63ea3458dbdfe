//! Rows of invitations (customers 9).

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_domain::invitations::InvitationStatus;
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Revision, Time};
use serde::{Deserialize, Serialize};

use crate::platforms::Environment;
use crate::{Error, Row, Tx, Value, params};

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRecord {
    /// The platform that created it.
    pub platform: PlatformId,
    /// Its environment, in which the code is unique.
    pub environment: Environment,
    /// What it is called.
    pub code: String,
    /// Who invites.
    pub inviter: CustomerId,
    /// Its status, but for an expiry.
    pub status: InvitationStatus,
    /// From when on it cannot be claimed.
    pub expires_at: Option<Time>,
    /// Everything that is not looked up by.
    pub doc: InvitationDoc,
    /// When it was created.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of an invitation, version 1. Addresses stay as they were, whatever becomes of their domains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Where it is claimed.
    pub url: String,
    /// The address of the one who invites.
    pub inviter_uma: String,
    /// The address of the one who claimed it.
    pub invitee_uma: Option<String>,
    /// The first name of the one who is invited.
    pub first_name: Option<String>,
    /// What is promised, in smallest units of the currency.
    pub amount: Option<PromisedAmount>,
    /// When it was claimed.
    pub claimed_at: Option<Time>,
}

/// What an invitation promises. Nothing is moved for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromisedAmount {
    /// In smallest units.
    pub minor: i64,
    /// Of this currency.
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

/// Stores a new invitation. A code that another one has makes the transaction fail as a lost race: its rerun draws another.
///
/// # Errors
/// Those of the database.
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

/// The invitation with this code, of whichever platform of the environment.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    environment: Environment,
    code: &str,
) -> Result<Option<InvitationRecord>, Error> {
    let sql =
        format!("SELECT /* all platforms */ {COLUMNS} FROM invitation WHERE environment = $1 AND code = $2");
    tx.query_opt(&sql, params![environment.as_str(), code], read)
}

/// The same, locked against every change until the transaction ends.
///
/// # Errors
/// Those of the database.
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

/// The open invitations of a customer, locked, in the order of their codes. Whether they have expired is for the caller to
/// look at.
///
/// # Errors
/// Those of the database.
pub fn lock_open_of_inviter(
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

/// Writes everything about an invitation that can change.
///
/// # Errors
/// Those of the database.
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
