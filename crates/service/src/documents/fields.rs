//! The fields of a document from requests, and their requirements (customers 8).

use causeway_domain::documents::{DocumentSide, DocumentType, needs_number, needs_side};
use causeway_domain::{Country, documents};
use causeway_store::documents::DocumentDoc;
use causeway_wire::documents::{DocumentReplaceRequest, DocumentUploadRequest};
use causeway_wire::form::FILE;

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::SentFile;

/// The fields of a document, shared by both operations.
#[derive(Debug, Clone)]
pub(super) struct DocumentDetails {
    pub(super) document_type: DocumentType,
    country: Country,
    side: Option<DocumentSide>,
    number: Option<String>,
    issuing_authority: Option<String>,
}

macro_rules! details {
    ($($request:ty),+) => {$(
        impl From<&$request> for DocumentDetails {
            fn from(sent: &$request) -> Self {
                Self {
                    document_type: sent.document_type,
                    country: sent.country,
                    side: sent.side,
                    number: sent.document_number.clone().map(Into::into),
                    issuing_authority: sent.issuing_authority.clone().map(Into::into),
                }
            }
        }

        impl FieldChecks for $request {
            fn check(&self, _: &Context, errors: &mut FieldErrors) {
                DocumentDetails::from(self).check(errors);
            }
        }
    )+};
}

details!(DocumentUploadRequest, DocumentReplaceRequest);

impl DocumentDetails {
    fn check(&self, errors: &mut FieldErrors) {
        if !errors.has_no_error("documentType") {
            return;
        }
        let document_type = self.document_type;
        let fields = [
            ("documentNumber", needs_number(document_type), self.number.is_none()),
            ("issuingAuthority", needs_number(document_type), self.issuing_authority.is_none()),
            ("side", needs_side(document_type), self.side.is_none()),
        ];
        for (field, _, _) in fields.into_iter().filter(|(_, is_needed, is_missing)| *is_needed && *is_missing)
        {
            errors.push(field, format!("is required for a {document_type}"));
        }
    }

    /// Refuses a document that the identity check provider does not accept.
    pub(super) fn check_accepted(&self, context: &Context) -> Result<(), ApiError> {
        let policy = &context.app.ports.of(context.environment).verification;
        match policy.document_refusal(self.number.as_deref()) {
            Some(refusal) => Err(errors::not_accepted(refusal)),
            None => Ok(()),
        }
    }

    /// Builds the stored fields of a document with this file. The number is encrypted for
    /// `encryption_context`.
    pub(super) fn into_doc(
        self,
        context: &Context,
        file: &SentFile,
        encryption_context: &str,
    ) -> Result<DocumentDoc, ApiError> {
        let key = &file.upload.key;
        let encrypt = |number: String| key.encrypt(encryption_context, number.as_bytes(), context.ids());
        let encrypted = self.number.map(encrypt).transpose().map_err(ApiError::internal)?;
        Ok(DocumentDoc {
            v: 1,
            country: self.country,
            side: self.side,
            encrypted_number: encrypted.map(|encrypted| crate::runtime::hex::encode(&encrypted)),
            issuing_authority: self.issuing_authority,
            file_name: documents::file_name(file.name.as_deref()),
        })
    }
}

/// Checks that a document may have a file of this kind.
pub(super) fn check_file(file: Option<&SentFile>, errors: &mut FieldErrors) {
    if let Some(Err(error)) = file.map(|file| file.content) {
        errors.push(FILE, errors::of_content(error));
    }
}
