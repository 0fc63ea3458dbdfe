//! Documents that show who customers and owners are (customers 8).

pub use causeway_vocabulary::documents::{DocumentSide, DocumentType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::form::DocumentFile;
use crate::scalar::{Country, Cursor, DateTime, DocumentHolder, DocumentId, Name, PageLimit};

/// A document to be kept.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentUploadRequest {
    /// The file.
    pub file: DocumentFile,
    /// Whose document it is: the id of a customer or of a beneficial owner.
    pub document_holder: DocumentHolder,
    /// What it is.
    pub document_type: DocumentType,
    /// The country that issued it.
    pub country: Country,
    /// The side that the file shows; required for a driver's licence and a national identity card.
    pub side: Option<DocumentSide>,
    /// Its number; required for a passport, a driver's licence and a national identity card.
    pub document_number: Option<Name>,
    /// Who issued it; required where the number is.
    pub issuing_authority: Option<Name>,
}

/// What takes the place of a document. What is not sent is cleared.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentReplaceRequest {
    /// The file.
    pub file: DocumentFile,
    /// What it is.
    pub document_type: DocumentType,
    /// The country that issued it.
    pub country: Country,
    /// The side that the file shows; required for a driver's licence and a national identity card.
    pub side: Option<DocumentSide>,
    /// Its number; required for a passport, a driver's licence and a national identity card.
    pub document_number: Option<Name>,
    /// Who issued it; required where the number is.
    pub issuing_authority: Option<Name>,
}

/// What is known of a document. Its file is never given back.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// Whose document it is.
    pub document_holder: DocumentHolder,
    /// What it is.
    pub document_type: DocumentType,
    /// The side that the file shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<DocumentSide>,
    /// The country that issued it.
    pub country: Country,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_number: Option<Name>,
    /// Who issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuing_authority: Option<Name>,
    /// What the file was called, without a path.
    pub file_name: Name,
    /// When it was first uploaded.
    pub created_at: DateTime,
    /// When it was last replaced.
    pub updated_at: DateTime,
}

/// Which documents to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFilter {
    /// Those of this customer or beneficial owner.
    pub document_holder: Option<DocumentHolder>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
