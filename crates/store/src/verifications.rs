//! Rows of verifications (customers 5.2). Whoever changes one has locked its customer.

use causeway_domain::ids::{CustomerId, Id, PlatformId, VerificationId};
use causeway_domain::kyc::{VerificationErrorType, VerificationState, VerificationStatus};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::documents::DocumentType;
use serde::{Deserialize, Serialize};

use crate::database::listing::{Listing, Page, Position};
use crate::{Error, Row, Tx, Value, params};

/// One attempt to verify a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerificationRecord {
    /// Its id.
    pub id: VerificationId,
    /// Who is verified.
    pub customer: CustomerId,
    /// Everything that is not looked up by.
    pub doc: VerificationDoc,
    /// When it was first submitted.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
}

/// The document of a verification, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationDoc {
    /// Version of this document's form.
    pub v: u32,
    /// Where it stands.
    pub state: VerificationState,
    /// What lies in its way.
    pub errors: Vec<VerificationFault>,
    /// When it was last submitted with nothing in its way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<Time>,
}

/// Something that lies in the way of a verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationFault {
    /// The id of the resource at fault.
    pub resource: String,
    /// What is wrong.
    pub kind: VerificationErrorType,
    /// The field, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The documents of which one would do, where an upload cures it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<DocumentType>,
    /// The same in words.
    pub reason: String,
}

impl VerificationDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

impl VerificationRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

const COLUMNS: &str = "verification.verification_id, verification.customer_id, verification.doc, \
                       verification.created_at, verification.updated_at";

fn read(row: &Row<'_>) -> Result<VerificationRecord, Error> {
    Ok(VerificationRecord {
        id: row.get("verification_id")?,
        customer: row.get("customer_id")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Stores a new verification. Another open one of the same customer makes the transaction fail as a lost race.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &VerificationRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO verification \
             (platform_id, verification_id, customer_id, status, is_open, doc, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.customer,
            record.doc.state.status().as_str(),
            record.doc.state.is_open(),
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Writes everything about a verification that can change.
///
/// # Errors
/// Those of the database.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &VerificationRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE verification SET status = $3, is_open = $4, doc = $5, updated_at = $6 \
         WHERE platform_id = $1 AND verification_id = $2",
        params![
            platform,
            record.id,
            record.doc.state.status().as_str(),
            record.doc.state.is_open(),
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}

/// The verification with this id.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: VerificationId,
) -> Result<Option<VerificationRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM verification WHERE platform_id = $1 AND verification_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The customer's verification that is not decided, if there is one.
///
/// # Errors
/// Those of the database.
pub fn find_open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<VerificationRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM verification WHERE platform_id = $1 AND customer_id = $2 AND is_open");
    tx.query_opt(&sql, params![platform, customer], read)
}

/// A page of verifications, and how many there are: of one customer, or in one status, if that is given.
///
/// # Errors
/// Those of the database.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    status: Option<VerificationStatus>,
    page: &Page,
) -> Result<(Vec<VerificationRecord>, Option<i64>), Error> {
    let listing = Listing::new("verification", "verification_id", platform)
        .filter("verification.customer_id = $$", customer)
        .filter("verification.status = $$", status.map(VerificationStatus::as_str));
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}
