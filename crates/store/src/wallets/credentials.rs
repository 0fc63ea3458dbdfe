//! Credentials of wallets (wallet 4).

use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId, PlatformId};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialRecord {
    /// Its id.
    pub id: AuthMethodId,
    /// The wallet that it opens.
    pub account: InternalAccountId,
    /// Whose wallet that is.
    pub customer: CustomerId,
    /// Its kind.
    pub method: AuthMethodType,
    /// Who it is: an address in lower case, a number, an identity of an issuer, or the id of a passkey.
    pub identity: String,
    /// What is not looked up by.
    pub doc: CredentialDoc,
    /// What the keeper of the keys says it is; none before the first use of the wallet's first one.
    pub certificate: Option<String>,
    /// When it was added.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of a credential, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CredentialDoc {
    /// Version of this document's form.
    pub v: u32,
    /// What it is called.
    pub nickname: String,
    /// The id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// The counter of a passkey after its last use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign_count: Option<u32>,
    /// How a passkey can be reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transports: Vec<String>,
}

impl CredentialDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;

    /// Of a credential that is called so and has nothing else.
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

/// Stores a new credential. A second one with the same identity in one wallet makes the transaction fail as a lost race.
///
/// # Errors
/// Those of the database.
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

/// Writes everything about a credential that can change: identity, document, certificate.
///
/// # Errors
/// Those of the database.
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

/// Puts a certificate in the place of one that is still there.
///
/// # Errors
/// Those of the database.
pub fn recertify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AuthMethodId,
    (before, after): (&str, &str),
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_credential SET certificate = $4 \
         WHERE platform_id = $1 AND credential_id = $2 AND certificate = $3",
        params![platform, id, before, after],
    )
}

/// Removes a credential with its one-time code and its counts.
///
/// # Errors
/// Those of the database.
pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: AuthMethodId) -> Result<(), Error> {
    for table in ["wallet_credential", "wallet_otp", "wallet_attempt"] {
        let sql = format!("DELETE FROM {table} WHERE platform_id = $1 AND credential_id = $2");
        tx.execute(&sql, params![platform, id])?;
    }
    Ok(())
}

/// The credential with this id.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: AuthMethodId,
) -> Result<Option<CredentialRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM wallet_credential WHERE platform_id = $1 AND credential_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// All credentials of a wallet, oldest first.
///
/// # Errors
/// Those of the database.
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

/// The credentials of this kind in all wallets of a customer, in the order of their ids.
///
/// # Errors
/// Those of the database.
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

/// Whether a credential of this kind and identity is tied to another customer than this one.
///
/// # Errors
/// Those of the database.
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
