use super::Operation;
use super::row::operations;
use crate::documents::{Document, DocumentFilter, DocumentReplaceRequest, DocumentUploadRequest};
use crate::endpoint::Endpoint;

operations! {
    /// What shows who customers and their owners are.
    Documents tagged "Documents";

    /// Uploads a document: a PDF, JPEG or PNG.
    ///
    /// Each side of a card is a document of its own. Several of one type are allowed; the newest counts.
    UploadDocument = Post "/documents", Manage, multipart 10_485_760 DocumentUploadRequest
        => 201 one Document | 404;

    /// Lists documents, newest first.
    ListDocuments = Get "/documents", Any, query DocumentFilter => 200 page Document;

    /// Shows what is known of a document. Its file is never given back.
    GetDocument = Get "/documents/{documentId}", Any => 200 one Document;

    /// Puts another file and other details in the place of a document. Its holder stays.
    ReplaceDocument = Put "/documents/{documentId}", Manage, multipart 10_485_760 DocumentReplaceRequest
        => 200 one Document;

    /// Deletes a document and its file for good.
    DeleteDocument = Delete "/documents/{documentId}", Manage => 204 | 409;
}
