//! Rows of wallet credentials (wallet 4).

use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId, PlatformId};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A credential of a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialRecord {
    pub id: AuthMethodId,
    /// The wallet's account.
    pub account: InternalAccountId,
    /// The owner of the wallet.
    pub customer: CustomerId,
    pub method: AuthMethodType,
    /// An e-mail address in lower case, a telephone number, an identity at an issuer, or the id of a passkey.
    pub identity: String,
    /// Data that no query filters by.
    pub doc: CredentialDoc,
    /// Certificate of the key service; `None` before the first use of the wallet's first credential.
    pub certificate: Option<String>,
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored document of a credential, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CredentialDoc {
    pub v: u32,
    pub nickname: String,
    /// Id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Signature counter of a passkey after its last use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_count: Option<u32>,
    /// Transports of a passkey.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transports: Vec<String>,
}

impl CredentialDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;

    /// Creates the document of a credential that has a nickname only.
    #[must_use]
    pub fn named(nickname: &str) -> Self {
        Self {
            v: Self::VERSION,
            nickname: nickname.to_owned(),
            credential_id: None,
            sign_count: None,
            transports: Vec::new(),
        }
    }
}

const COLUMNS: &str =
    "credential_id, account_id, customer_id, type, identity, doc, certificate, created_at, updated_at";

fn read(row: &Row<'_>) -> Result<CredentialRecord, Error> {
    Ok(CredentialRecord {
        id: row.get("credential_id")?,
        account: row.get("account_id")?,
        customer: row.get("customer_id")?,
        method: row.parsed("type")?,
        identity: row.get("identity")?,
        doc: row.json("doc")?,
        certificate: row.get("certificate")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Inserts a new credential. A second one with the same identity in one wallet makes the transaction fail as
/// a lost race.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CredentialRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_credential (platform_id, credential_id, account_id, customer_id, type, identity, doc, \
         certificate, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            platform,
            record.id,
            record.account,
            record.customer,
            record.method.as_str(),
            &record.identity,
            Value::doc(&record.doc)?,
            record.certificate.as_deref(),
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Updates the mutable columns of a credential: identity, document, certificate.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CredentialRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_credential SET identity = $3, doc = $4, certificate = $5, updated_at = $6 \
         WHERE platform_id = $1 AND credential_id = $2",
        params![
            platform,
            record.id,
            &record.identity,
            Value::doc(&record.doc)?,
            record.certificate.as_deref(),
            record.updated_at,
        ],
    )
}

/// Replaces a certificate, unless it changed meanwhile.
pub fn recertify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AuthMethodId,
    before: &str,
    after: &str,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_credential SET certificate = $4 \
         WHERE platform_id = $1 AND credential_id = $2 AND certificate = $3",
        params![platform, id, before, after],
    )
}

/// Deletes a credential with its one-time code and its attempts.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: AuthMethodId) -> Result<(), Error> {
    for table in ["wallet_credential", "wallet_otp", "wallet_attempt"] {
        let sql = format!("DELETE FROM {table} WHERE platform_id = $1 AND credential_id = $2");
        tx.execute(&sql, params![platform, id])?;
    }
    Ok(())
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AuthMethodId,
) -> Result<Option<CredentialRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM wallet_credential WHERE platform_id = $1 AND credential_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns all credentials of a wallet, oldest first.
pub fn of_wallet(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Vec<CredentialRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet_credential WHERE platform_id = $1 AND account_id = $2 \
         ORDER BY created_at, credential_id"
    );
    tx.query(&sql, params![platform, account], read)
}

/// Returns the credentials of this type in all wallets of a customer, ordered by id.
pub fn of_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    method: AuthMethodType,
) -> Result<Vec<CredentialRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet_credential WHERE platform_id = $1 AND customer_id = $2 AND type = $3 \
         ORDER BY credential_id"
    );
    tx.query(&sql, params![platform, customer, method.as_str()], read)
}

/// Returns `true` if a credential with this type and identity belongs to another customer.
pub fn is_taken(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    method: AuthMethodType,
    identity: &str,
) -> Result<bool, Error> {
    let sql = "SELECT credential_id FROM wallet_credential \
               WHERE platform_id = $1 AND type = $2 AND identity = $3 AND customer_id <> $4 LIMIT 1";
    let values = params![platform, method.as_str(), identity, customer];
    Ok(tx.query_opt(sql, values, |row| row.get::<AuthMethodId>("credential_id"))?.is_some())
}
