//! Documents that identify customers and beneficial owners (customers 8).

pub use causeway_vocabulary::documents::{DocumentSide, DocumentType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::form::DocumentFile;
use crate::scalar::{Country, Cursor, DateTime, DocumentHolder, DocumentId, Name, PageLimit};

/// A document to upload.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentUploadRequest {
    /// PDF, JPEG or PNG file of at most 10 MiB.
    pub file: DocumentFile,
    /// Holder of the document: the identifier of a customer or of a beneficial owner.
    pub document_holder: DocumentHolder,
    /// Type of the document.
    pub document_type: DocumentType,
    /// Country that issued the document.
    pub country: Country,
    /// Side shown in the file; required for driver's licenses and national identity cards.
    pub side: Option<DocumentSide>,
    /// Document number; required for passports, driver's licenses and national identity cards.
    pub document_number: Option<Name>,
    /// Issuing authority; required for the same types as the number.
    pub issuing_authority: Option<Name>,
}

/// The replacement of a document. Optional fields that are not sent are cleared.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentReplaceRequest {
    /// PDF, JPEG or PNG file of at most 10 MiB.
    pub file: DocumentFile,
    /// Type of the document.
    pub document_type: DocumentType,
    /// Country that issued the document.
    pub country: Country,
    /// Side shown in the file; required for driver's licenses and national identity cards.
    pub side: Option<DocumentSide>,
    /// Document number; required for passports, driver's licenses and national identity cards.
    pub document_number: Option<Name>,
    /// Issuing authority; required for the same types as the number.
    pub issuing_authority: Option<Name>,
}

/// The metadata of a document. The file itself can never be read back.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Document id, `Document:<uuid>`.
    pub id: DocumentId,
    /// Holder of the document: a customer or a beneficial owner.
    pub document_holder: DocumentHolder,
    /// Type of the document.
    pub document_type: DocumentType,
    /// Side shown in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<DocumentSide>,
    /// Country that issued the document.
    pub country: Country,
    /// Document number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_number: Option<Name>,
    /// Issuing authority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuing_authority: Option<Name>,
    /// Name of the uploaded file, without a path.
    pub file_name: Name,
    /// Time of the first upload (UTC).
    pub created_at: DateTime,
    /// Time of the last replacement (UTC).
    pub updated_at: DateTime,
}

/// Filters for the list of documents.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFilter {
    /// Only documents of this customer or beneficial owner.
    pub document_holder: Option<DocumentHolder>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
