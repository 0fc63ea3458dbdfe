use super::Operation;
use super::row::operations;
use crate::documents::{Document, DocumentFilter, DocumentReplaceRequest, DocumentUploadRequest};
use crate::endpoint::Endpoint;

operations! {
    /// Documents that identify customers and their beneficial owners.
    Documents tagged "Documents";

    /// Uploads a document: a PDF, JPEG or PNG.
    ///
    /// Upload each side of a card as a separate document. Several documents of one type are allowed; the
    /// newest counts.
    UploadDocument = Post "/documents", Manage, multipart 10_485_760 DocumentUploadRequest
        => 201 one Document | 404;

    /// Lists documents, newest first.
    ListDocuments = Get "/documents", Any, query DocumentFilter => 200 page Document;

    /// Returns the details of a document. Its file is never returned.
    GetDocument = Get "/documents/{documentId}", Any => 200 one Document;

    /// Replaces the file and the details of a document. Its holder stays the same.
    ReplaceDocument = Put "/documents/{documentId}", Manage, multipart 10_485_760 DocumentReplaceRequest
        => 200 one Document;

    /// Deletes a document and its file permanently.
    DeleteDocument = Delete "/documents/{documentId}", Manage => 204 | 409;
}
