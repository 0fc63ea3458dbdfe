//! Rows of documents as submitted with a verification (customers 8). They are kept while the verification is
//! being decided, and after a decision. The caller that changes them holds the lock of the customer.

use causeway_domain::ids::{DocumentHolder, DocumentId, PlatformId, VerificationId};
use causeway_vocabulary::documents::DocumentType;
use uuid::Uuid;

use crate::documents::{DocumentDoc, DocumentRecord};
use crate::{Error, Row, Tx, Value, params};

/// A document as submitted with a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmittedDocument {
    /// The file of the document may have been replaced since.
    pub document: DocumentId,
    /// The customer or beneficial owner.
    pub holder: DocumentHolder,
    /// Type stated with the file.
    pub document_type: DocumentType,
    pub upload: Uuid,
    /// Other data stated with the file.
    pub doc: DocumentDoc,
}

const COLUMNS: &str = "document_id, holder, document_type, upload_id, doc";

fn read(row: &Row<'_>) -> Result<SubmittedDocument, Error> {
    Ok(SubmittedDocument {
        document: row.get("document_id")?,
        holder: row.parsed("holder")?,
        document_type: row.parsed("document_type")?,
        upload: row.get("upload_id")?,
        doc: row.json("doc")?,
    })
}

/// Records the present version of a document for a verification.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verification: VerificationId,
    record: &DocumentRecord,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO submitted_document
             (platform_id, verification_id, document_id, holder, document_type, upload_id, doc)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            platform,
            verification,
            record.id,
            record.holder.to_string(),
            record.document_type.as_str(),
            record.upload,
            Value::doc(&record.doc)?,
        ],
    )
}

/// Returns the documents submitted with a verification, newest first.
pub fn of_verification(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verification: VerificationId,
) -> Result<Vec<SubmittedDocument>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM submitted_document WHERE platform_id = $1 AND verification_id = $2
         ORDER BY document_id DESC"
    );
    tx.query(&sql, params![platform, verification], read)
}

/// Finds a document submitted with a verification.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verification: VerificationId,
    document: DocumentId,
) -> Result<Option<SubmittedDocument>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM submitted_document
         WHERE platform_id = $1 AND verification_id = $2 AND document_id = $3"
    );
    tx.query_opt(&sql, params![platform, verification, document], read)
}

/// Returns the newest verification with which a document was submitted, or `None` if it was submitted with
/// none and may be deleted.
pub fn verification_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    document: DocumentId,
) -> Result<Option<VerificationId>, Error> {
    let sql = "SELECT verification_id FROM submitted_document WHERE platform_id = $1 AND document_id = $2
               ORDER BY verification_id DESC LIMIT 1";
    tx.query_opt(sql, params![platform, document], |row| row.get("verification_id"))
}

/// Returns the verifications with which a file was submitted.
pub fn verifications_of_file(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    upload: Uuid,
) -> Result<Vec<VerificationId>, Error> {
    let sql = "SELECT verification_id FROM submitted_document WHERE platform_id = $1 AND upload_id = $2";
    tx.query(sql, params![platform, upload], |row| row.get("verification_id"))
}

/// Returns the number of documents submitted with each of these verifications, if there are any.
pub fn counts(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    verifications: &[VerificationId],
) -> Result<Vec<(VerificationId, i64)>, Error> {
    if verifications.is_empty() {
        return Ok(Vec::new());
    }
    // Powers of two keep the number of prepared statements small.
    let count = verifications.len().next_power_of_two();
    let places: Vec<String> = (2..count + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT verification_id, COUNT(*) AS documents FROM submitted_document
         WHERE platform_id = $1 AND verification_id IN ({}) GROUP BY verification_id",
        places.join(", ")
    );
    let mut values = vec![Value::from(platform)];
    values.extend(verifications.iter().cycle().take(count).map(|id| Value::from(*id)));
    tx.query(&sql, &values, |row| Ok((row.get("verification_id")?, row.get("documents")?)))
}

/// Deletes the rows of a verification that was returned to the platform. Their files are kept.
pub fn remove_all(tx: &mut Tx<'_>, platform: PlatformId, verification: VerificationId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM submitted_document WHERE platform_id = $1 AND verification_id = $2",
        params![platform, verification],
    )
}
