//! Rows of strong customer authentication (agents B): the encrypted profile of each customer, and resets of
//! factors.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, PlatformId, ScaChallengeId, ScaResetId};
use causeway_domain::sca::{ScaFactor, ScaResetStatus};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{Error, Row, Tx, params};

/// An authentication challenge for a customer, version 1. It contains no secret: codes are derived from its
/// id with the root key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScaChallengeDoc {
    pub v: u32,
    pub id: ScaChallengeId,
    /// Factor of the challenge.
    pub factor: ScaFactor,
    /// All factors that were available.
    pub available: Vec<ScaFactor>,
    /// On the platform's clock.
    pub expires_at: Time,
    /// Number of the root key from which the code is derived.
    pub root_key: u32,
    /// WebAuthn data, if the factor is a passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyChallenge>,
    /// Number of wrong proofs.
    pub wrong: u32,
    /// State of the rate limit on further proofs, in wall time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_until: Option<Time>,
    /// Times at which the code was resent, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resent_at: Vec<Time>,
}

impl ScaChallengeDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

/// The challenge for a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyChallenge {
    /// The bytes to be signed, in base64url.
    pub challenge: String,
    /// Request options passed to the browser.
    pub options: Map<String, Json>,
    /// Origins of the pages on which the passkey may be used.
    pub origins: Vec<String>,
}

/// A customer's encrypted authentication profile; empty until it has content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptedProfile {
    pub customer: CustomerId,
    /// Encrypted under the root key.
    pub encrypted: Vec<u8>,
}

fn read_profile(row: &Row<'_>) -> Result<EncryptedProfile, Error> {
    Ok(EncryptedProfile { customer: row.get("customer_id")?, encrypted: row.get("encrypted")? })
}

/// Finds the profile of a customer.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<EncryptedProfile>, Error> {
    tx.query_opt(
        "SELECT customer_id, encrypted FROM sca_profile WHERE platform_id = $1 AND customer_id = $2",
        params![platform, customer],
        read_profile,
    )
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<EncryptedProfile>, Error> {
    tx.query_opt(
        "SELECT customer_id, encrypted FROM sca_profile WHERE platform_id = $1 AND customer_id = $2 FOR UPDATE",
        params![platform, customer],
        read_profile,
    )
}

/// Inserts an empty profile if the customer has none, so that there is a row to lock.
pub fn insert_if_missing(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sca_profile (platform_id, customer_id, encrypted) VALUES ($1, $2, $3) \
         ON CONFLICT (platform_id, customer_id) DO NOTHING",
        params![platform, customer, &Vec::<u8>::new()],
    )
}

/// Updates a profile. The caller must hold the profile's row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, profile: &EncryptedProfile) -> Result<(), Error> {
    tx.execute(
        "UPDATE sca_profile SET encrypted = $3 WHERE platform_id = $1 AND customer_id = $2",
        params![platform, profile.customer, &profile.encrypted],
    )
}

pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM sca_profile WHERE platform_id = $1 AND customer_id = $2",
        params![platform, customer],
    )
}

/// Locks up to `limit` profiles of a platform after `after`, for re-encryption.
pub fn lock_some(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CustomerId>,
    limit: u32,
) -> Result<Vec<EncryptedProfile>, Error> {
    tx.query(
        "SELECT customer_id, encrypted FROM sca_profile WHERE platform_id = $1 AND ($2 OR customer_id > $3) \
         ORDER BY customer_id LIMIT $4 FOR UPDATE",
        params![platform, after.is_none(), after, limit],
        read_profile,
    )
}

/// A reset of an authentication factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRecord {
    pub id: ScaResetId,
    pub customer: CustomerId,
    /// The factor to be cleared.
    pub factor: ScaFactor,
    /// Stored status; expiry is not written, see `expires_at`.
    pub status: ScaResetStatus,
    /// The identity provider's session for the liveness check.
    pub session: String,
    /// End of the period in which the reset can be completed.
    pub expires_at: Time,
    pub completed_at: Option<Time>,
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

/// Inserts a new reset. The caller holds the lock of the customer's profile.
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

/// Updates the status of a reset. The caller holds the lock of the customer's profile.
pub fn update_reset(tx: &mut Tx<'_>, platform: PlatformId, record: &ResetRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE sca_reset SET status = $3, completed_at = $4 WHERE platform_id = $1 AND reset_id = $2",
        params![platform, record.id, record.status.as_str(), record.completed_at],
    )
}

/// Returns the start times of a customer's latest resets, newest first.
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
