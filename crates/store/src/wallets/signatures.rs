//! By what each debit of a wallet was authorized (wallet 8).

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Tx, params};

/// The authorization of one debit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureRecord {
    /// The payment.
    pub transaction: TransactionId,
    /// What was signed.
    pub payload: String,
    /// The signature, as it was sent.
    pub stamp: String,
    /// Of the session whose key signed; none where the sandbox's literal stood for a signature.
    pub certificate: Option<String>,
    /// When.
    pub created_at: Time,
}

/// Keeps an authorization.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &SignatureRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_signature (platform_id, transaction_id, payload, stamp, certificate, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            platform,
            record.transaction,
            &record.payload,
            &record.stamp,
            record.certificate.as_deref(),
            record.created_at,
        ],
    )
}

/// The authorization of a payment, if it has one.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<SignatureRecord>, Error> {
    tx.query_opt(
        "SELECT transaction_id, payload, stamp, certificate, created_at FROM wallet_signature \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction],
        |row| {
            Ok(SignatureRecord {
                transaction: row.get("transaction_id")?,
                payload: row.get("payload")?,
                stamp: row.get("stamp")?,
                certificate: row.get("certificate")?,
                created_at: row.get("created_at")?,
            })
        },
    )
}
