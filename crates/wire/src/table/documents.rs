//! Operations on documents. `super::row` explains the grammar.

use super::Operation;
use super::row::operations;
use crate::documents::{Document, DocumentFilter, DocumentReplaceRequest, DocumentUploadRequest};
use crate::endpoint::Endpoint;

operations! {
    /// Documents that identify customers and their beneficial owners.
    Documents tagged "Documents";

    /// Uploads a document: a PDF, JPEG or PNG file.
    ///
    /// Upload each side of an identity card or driver's license as a separate document. Several documents of
    /// the same type are allowed; the newest counts.
    UploadDocument = Post "/documents", Manage, multipart 10_485_760 DocumentUploadRequest
        => 201 one Document | 404;

    /// Lists documents, newest first.
    ListDocuments = Get "/documents", Any, query DocumentFilter => 200 page Document;

    /// Returns the details of a document.
    ///
    /// The file itself is never returned.
    GetDocument = Get "/documents/{documentId}", Any => 200 one Document;

    /// Replaces the file and the details of a document.
    ///
    /// The holder of the document cannot be changed.
    ReplaceDocument = Put "/documents/{documentId}", Manage, multipart 10_485_760 DocumentReplaceRequest
        => 200 one Document;

    /// Deletes a document and its file permanently.
    ///
    /// Fails with 409 if the document is part of a verification that is in progress or decided.
    DeleteDocument = Delete "/documents/{documentId}", Manage => 204 | 409;
}
