//! Rows of ownership challenges: at most one is outstanding for each external account (money 4.6). Callers have locked
//! the account.

use causeway_domain::Time;
use causeway_domain::ids::{ExternalAccountId, PlatformId};
use causeway_vocabulary::external_accounts::OwnershipVerificationMethod;

use crate::{Error, Row, Tx, params};

/// An outstanding challenge to prove that a wallet is its owner's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnershipChallengeRecord {
    /// The wallet.
    pub account: ExternalAccountId,
    /// How it is going to be proved.
    pub method: OwnershipVerificationMethod,
    /// 32 hexadecimal digits, new for each challenge.
    pub nonce: String,
    /// Until when it can be met, on the platform's clock.
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

/// Stores a challenge in place of the account's earlier one.
///
/// # Errors
/// Whatever the database refuses.
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

/// The account's outstanding challenge.
///
/// # Errors
/// Whatever the database refuses.
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

/// Ends the account's outstanding challenge, if there is one.
///
/// # Errors
/// Whatever the database refuses.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, account: ExternalAccountId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM ownership_challenge WHERE platform_id = $1 AND account_id = $2",
        params![platform, account],
    )
}
