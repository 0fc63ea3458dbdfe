//! One-time codes, at most one per credential (wallet 1.2).

use causeway_domain::Time;
use causeway_domain::ids::{AuthMethodId, PlatformId};
use causeway_domain::wallets::OtpStatus;

use crate::{Error, Row, Tx, params};

/// A one-time code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtpRecord {
    /// Stored status; expiry is not written, see `expires_at`.
    pub status: OtpStatus,
    /// The code and its key, which only the key service can decrypt.
    pub encrypted: Vec<u8>,
    /// Number of attempts.
    pub tries: u32,
    /// Body hashes of attempts with an unknown outcome.
    pub under_way: Vec<[u8; 32]>,
    /// The code is invalid from this instant on.
    pub expires_at: Time,
}

fn read(row: &Row<'_>) -> Result<OtpRecord, Error> {
    Ok(OtpRecord {
        status: row.parsed("status")?,
        encrypted: row.get("encrypted")?,
        tries: row.get("tries")?,
        under_way: row.get::<Vec<u8>>("under_way")?.as_chunks().0.to_vec(),
        expires_at: row.get("expires_at")?,
    })
}

/// Finds the latest code of a credential.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    credential: AuthMethodId,
) -> Result<Option<OtpRecord>, Error> {
    tx.query_opt(
        "SELECT status, encrypted, tries, under_way, expires_at FROM wallet_otp \
         WHERE platform_id = $1 AND credential_id = $2",
        params![platform, credential],
        read,
    )
}

/// Saves the code of a credential, replacing an earlier one.
pub fn put(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    credential: AuthMethodId,
    record: &OtpRecord,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_otp (platform_id, credential_id, status, encrypted, tries, under_way, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (platform_id, credential_id) DO UPDATE SET status = excluded.status, \
         encrypted = excluded.encrypted, tries = excluded.tries, under_way = excluded.under_way, \
         expires_at = excluded.expires_at",
        params![
            platform,
            credential,
            record.status.as_str(),
            &record.encrypted,
            record.tries,
            record.under_way.concat(),
            record.expires_at,
        ],
    )
}
