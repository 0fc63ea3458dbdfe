//! Rows of ownership challenges, at most one outstanding per external account (money 4.6). The caller holds
//! the lock of the account.

use causeway_domain::Time;
use causeway_domain::ids::{ExternalAccountId, PlatformId};
use causeway_vocabulary::external_accounts::OwnershipVerificationMethod;

use crate::{Error, Row, Tx, params};

/// An outstanding challenge to prove the ownership of a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnershipChallengeRecord {
    pub account: ExternalAccountId,
    /// Method of the proof.
    pub method: OwnershipVerificationMethod,
    /// 32 hexadecimal digits, new for each challenge.
    pub nonce: String,
    /// On the platform's clock.
    pub expires_at: Time,
}

fn read(row: &Row<'_>) -> Result<OwnershipChallengeRecord, Error> {
    Ok(OwnershipChallengeRecord {
        account: row.get("account_id")?,
        method: row.parsed("method")?,
        nonce: row.get("nonce")?,
        expires_at: row.get("expires_at")?,
    })
}

/// Inserts a challenge, replacing an earlier one of the account.
pub fn put(tx: &mut Tx<'_>, platform: PlatformId, challenge: &OwnershipChallengeRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO ownership_challenge (platform_id, account_id, method, nonce, expires_at) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (platform_id, account_id) DO UPDATE \
         SET method = excluded.method, nonce = excluded.nonce, expires_at = excluded.expires_at",
        params![
            platform,
            challenge.account,
            challenge.method.as_str(),
            &challenge.nonce,
            challenge.expires_at
        ],
    )
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: ExternalAccountId,
) -> Result<Option<OwnershipChallengeRecord>, Error> {
    tx.query_opt(
        "SELECT account_id, method, nonce, expires_at FROM ownership_challenge \
         WHERE platform_id = $1 AND account_id = $2",
        params![platform, account],
        read,
    )
}

/// Deletes the outstanding challenge of an account, if any.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, account: ExternalAccountId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM ownership_challenge WHERE platform_id = $1 AND account_id = $2",
        params![platform, account],
    )
}
