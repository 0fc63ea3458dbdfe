//! Rows of strong customer authentication (agents B): what is known of each customer, sealed, and resets of factors.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PlatformId, ScaChallengeId, ScaResetId};
use causeway_domain::sca::{ScaFactor, ScaResetStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{Error, Row, Tx, params};

/// Something that a customer has yet to prove, version 1. It holds no secret: codes are made of its id with the root key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScaChallengeDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Its id.
    pub id: ScaChallengeId,
    /// How it is proved.
    pub factor: ScaFactor,
    /// How it could have been.
    pub available: Vec<ScaFactor>,
    /// Until when, on the platform's clock.
    pub expires_at: Time,
    /// The root key that its code is made with.
    pub root_key: u32,
    /// What a passkey is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyQuestion>,
    /// How many wrong proofs were given.
    pub wrong: u32,
    /// What limits further proofs, on the wall clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_until: Option<Time>,
    /// When the code was sent again, in that order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resent_at: Vec<Time>,
}

impl ScaChallengeDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

/// What a passkey is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyQuestion {
    /// What it signs: bytes in base64url.
    pub challenge: String,
    /// What the browser is given.
    pub options: Map<String, Json>,
    /// The pages that it may be used on.
    pub origins: Vec<String>,
}

/// What is known of a customer, sealed. Before anything is, it is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedProfile {
    /// The customer.
    pub customer: CustomerId,
    /// Readable with the root key alone.
    pub sealed: Vec<u8>,
}

fn read_profile(row: &Row<'_>) -> Result<SealedProfile, Error> {
    Ok(SealedProfile { customer: row.get("customer_id")?, sealed: row.get("sealed")? })
}

/// What is known of a customer, if anything is.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<SealedProfile>, Error> {
    tx.query_opt(
        "SELECT customer_id, sealed FROM sca_profile WHERE platform_id = $1 AND customer_id = $2",
        params![platform, customer],
        read_profile,
    )
}

/// The same, locked until the transaction ends.
///
/// # Errors
/// Those of the database.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<SealedProfile>, Error> {
    tx.query_opt(
        "SELECT customer_id, sealed FROM sca_profile WHERE platform_id = $1 AND customer_id = $2 FOR UPDATE",
        params![platform, customer],
        read_profile,
    )
}

/// Makes an empty row where there is none, so that there is something to lock.
///
/// # Errors
/// Those of the database.
pub fn make(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sca_profile (platform_id, customer_id, sealed) VALUES ($1, $2, $3) \
         ON CONFLICT (platform_id, customer_id) DO NOTHING",
        params![platform, customer, &Vec::<u8>::new()],
    )
}

/// Writes what is known of a customer whose row is locked.
///
/// # Errors
/// Those of the database.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, profile: &SealedProfile) -> Result<(), Error> {
    tx.execute(
        "UPDATE sca_profile SET sealed = $3 WHERE platform_id = $1 AND customer_id = $2",
        params![platform, profile.customer, &profile.sealed],
    )
}

/// Forgets what is known of a customer.
///
/// # Errors
/// Those of the database.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM sca_profile WHERE platform_id = $1 AND customer_id = $2",
        params![platform, customer],
    )
}

/// Up to `limit` rows of a platform behind one, locked: to be sealed anew.
///
/// # Errors
/// Those of the database.
pub fn lock_some(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CustomerId>,
    limit: u32,
) -> Result<Vec<SealedProfile>, Error> {
    tx.query(
        "SELECT customer_id, sealed FROM sca_profile WHERE platform_id = $1 AND ($2 OR customer_id > $3) \
         ORDER BY customer_id LIMIT $4 FOR UPDATE",
        params![platform, after.is_none(), after, limit],
        read_profile,
    )
}

/// The reset of a factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRecord {
    /// Its id.
    pub id: ScaResetId,
    /// The customer.
    pub customer: CustomerId,
    /// What is to be cleared.
    pub factor: ScaFactor,
    /// Where it stands, as last written: expiry counts from `expires_at`.
    pub status: ScaResetStatus,
    /// The check of the provider.
    pub session: String,
    /// Until when it can be completed.
    pub expires_at: Time,
    /// When it was.
    pub completed_at: Option<Time>,
    /// When it began.
    pub created_at: Time,
}

const RESET: &str = "reset_id, customer_id, factor, status, session, expires_at, completed_at, created_at";

fn read_reset(row: &Row<'_>) -> Result<ResetRecord, Error> {
    Ok(ResetRecord {
        id: row.get("reset_id")?,
        customer: row.get("customer_id")?,
        factor: row.parsed("factor")?,
        status: row.parsed("status")?,
        session: row.get("session")?,
        expires_at: row.get("expires_at")?,
        completed_at: row.get("completed_at")?,
        created_at: row.get("created_at")?,
    })
}

/// Stores a new reset. The customer's profile is locked.
///
/// # Errors
/// Those of the database.
pub fn insert_reset(tx: &mut Tx<'_>, platform: PlatformId, record: &ResetRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sca_reset (platform_id, reset_id, customer_id, factor, status, session, expires_at, \
         completed_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            platform,
            record.id,
            record.customer,
            record.factor.as_str(),
            record.status.as_str(),
            &record.session,
            record.expires_at,
            record.completed_at,
            record.created_at,
        ],
    )
}

/// The reset of a customer with this id.
///
/// # Errors
/// Those of the database.
pub fn find_reset(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    id: ScaResetId,
) -> Result<Option<ResetRecord>, Error> {
    let sql = format!(
        "SELECT {RESET} FROM sca_reset WHERE platform_id = $1 AND customer_id = $2 AND reset_id = $3"
    );
    tx.query_opt(&sql, params![platform, customer, id], read_reset)
}

/// Writes where a reset stands. The customer's profile is locked.
///
/// # Errors
/// Those of the database.
pub fn update_reset(tx: &mut Tx<'_>, platform: PlatformId, record: &ResetRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE sca_reset SET status = $3, completed_at = $4 WHERE platform_id = $1 AND reset_id = $2",
        params![platform, record.id, record.status.as_str(), record.completed_at],
    )
}

/// When the latest resets of a customer began, newest first.
///
/// # Errors
/// Those of the database.
pub fn latest_resets(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    limit: u32,
) -> Result<Vec<Time>, Error> {
    tx.query(
        "SELECT created_at FROM sca_reset WHERE platform_id = $1 AND customer_id = $2 \
         ORDER BY created_at DESC LIMIT $3",
        params![platform, customer, limit],
        |row| row.get("created_at"),
    )
}
