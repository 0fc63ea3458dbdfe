//! Rows of the authorizations of wallet debits (wallet 8).

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};

use crate::{Error, Tx, params};

/// The authorization of a debit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureRecord {
    pub transaction: TransactionId,
    /// The signed payload.
    pub payload: String,
    /// The signature as sent.
    pub stamp: String,
    /// Certificate of the signing session; `None` if the sandbox's literal replaced the signature.
    pub certificate: Option<String>,
    pub created_at: Time,
}

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

/// Finds the authorization of a payment.
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
