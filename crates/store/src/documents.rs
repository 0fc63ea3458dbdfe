//! Rows of documents (customers 8). Their files are in [`crate::uploads`].

use causeway_domain::country::Country;
use causeway_domain::ids::{DocumentHolder, DocumentId, Id, PlatformId};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::documents::{DocumentSide, DocumentType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::database::listing::{Listing, Page, Position};
use crate::database::row_lookup::RowLookup;
use crate::{Error, Row, Tx, Value, params};

/// An identity document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRecord {
    pub id: DocumentId,
    pub holder: DocumentHolder,
    pub document_type: DocumentType,
    pub upload: Uuid,
    /// Data that no query filters by.
    pub doc: DocumentDoc,
    /// Time of the first upload.
    pub created_at: Time,
    /// Time of the last replacement.
    pub updated_at: Revision,
}

/// Stored data of a document, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentDoc {
    pub v: u32,
    /// The issuing country.
    pub country: Country,
    /// The side shown by the file, if the document has two.
    pub side: Option<DocumentSide>,
    /// The document's number, encrypted under the key of the file.
    pub encrypted_number: Option<String>,
    pub issuing_authority: Option<String>,
    /// Original file name without a path.
    pub file_name: String,
}

impl DocumentRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// A document with the wrapped key of its file, which also decrypts its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentWithKey {
    pub document: DocumentRecord,
    /// Data key, encrypted under the root key.
    pub wrapped_key: Vec<u8>,
}

const COLUMNS: &str = "document.document_id, document.holder, document.document_type, document.upload_id, document.doc, \
                       document.created_at, document.updated_at";

/// The file of each document.
const UPLOAD: RowLookup = RowLookup { of: "document", table: "upload", key: "upload_id", is_optional: false };

fn read(row: &Row<'_>) -> Result<DocumentRecord, Error> {
    Ok(DocumentRecord {
        id: row.get("document_id")?,
        holder: row.parsed("holder")?,
        document_type: row.parsed("document_type")?,
        upload: row.get("upload_id")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

fn read_with_key(row: &Row<'_>) -> Result<DocumentWithKey, Error> {
    Ok(DocumentWithKey { document: read(row)?, wrapped_key: row.get("wrapped_key")? })
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &DocumentRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO document (platform_id, document_id, holder, document_type, upload_id, doc, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.holder.to_string(),
            record.document_type.as_str(),
            record.upload,
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Updates the mutable columns of a document: all except its id, its holder and the time of the first upload.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &DocumentRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE document SET document_type = $3, upload_id = $4, doc = $5, updated_at = $6
         WHERE platform_id = $1 AND document_id = $2",
        params![
            platform,
            record.id,
            record.document_type.as_str(),
            record.upload,
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}

pub fn remove(tx: &mut Tx<'_>, platform: PlatformId, id: DocumentId) -> Result<(), Error> {
    tx.execute("DELETE FROM document WHERE platform_id = $1 AND document_id = $2", params![platform, id])
}

pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: DocumentId) -> Result<Option<DocumentWithKey>, Error> {
    let sql = format!(
        "SELECT {COLUMNS}, upload.wrapped_key FROM document {} \
         WHERE document.platform_id = $1 AND document.document_id = $2",
        UPLOAD.join(tx.dialect())
    );
    tx.query_opt(&sql, params![platform, id], read_with_key)
}

/// Locks the document with this id until the transaction ends, and returns it.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, id: DocumentId) -> Result<Option<DocumentRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM document WHERE platform_id = $1 AND document_id = $2 FOR UPDATE");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns all documents of these holders, newest first.
pub fn of_holders(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    holders: &[DocumentHolder],
) -> Result<Vec<DocumentRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM document WHERE platform_id = $1 AND holder = $2");
    let mut documents = Vec::new();
    for holder in holders {
        documents.extend(tx.query(&sql, params![platform, holder.to_string()], read)?);
    }
    documents.sort_by_key(|document| std::cmp::Reverse((document.created_at, document.id)));
    Ok(documents)
}

/// Counts the documents of these holders.
pub fn count_for_holders(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    holders: &[DocumentHolder],
) -> Result<i64, Error> {
    let mut count = 0;
    for holder in holders {
        let found = tx.query_opt(
            "SELECT COUNT(*) AS documents FROM document WHERE platform_id = $1 AND holder = $2",
            params![platform, holder.to_string()],
            |row| row.get::<i64>("documents"),
        )?;
        count += found.unwrap_or_default();
    }
    Ok(count)
}

/// Returns a page of documents, of one holder if given, and the total number of matches.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    holder: Option<DocumentHolder>,
    page: &Page,
) -> Result<(Vec<DocumentWithKey>, Option<i64>), Error> {
    let listing = Listing::new("document", "document_id", platform)
        .filter("document.holder = $$", holder.map(|holder| holder.to_string()))
        .reading_with(UPLOAD);
    let columns = format!("{COLUMNS}, upload.wrapped_key");
    Ok((listing.page(tx, &columns, page, read_with_key)?, listing.count(tx)?))
}
