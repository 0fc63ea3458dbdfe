//! Errors of documents (customers 8).

use causeway_domain::documents::{ContentError, DocumentRefusal, MAX_DOCUMENTS};
use causeway_domain::ids::{DocumentId, VerificationId};
use causeway_domain::verifications::VerificationStatus;
use causeway_wire::Code;
use causeway_wire::form::FILE;

use crate::runtime::api_error::ApiError;

pub(super) fn not_found() -> ApiError {
    ApiError::not_found::<DocumentId>()
}

/// Returns the message for an unacceptable file.
pub(super) const fn of_content(error: ContentError) -> &'static str {
    match error {
        ContentError::Empty => "must not be empty",
        ContentError::OtherKind => "must be a PDF, JPEG or PNG",
        ContentError::Truncated => "must be whole: it breaks off",
        ContentError::Malformed => "must be a sound PDF, JPEG or PNG",
        ContentError::Trailing => "must be one file: another one follows behind its PDF, JPEG or PNG",
        ContentError::Encrypted => "must not be encrypted: save it without a password",
        ContentError::Active => "must hold no script and start no program: print it to a new PDF",
        ContentError::Opaque => "must hold nothing that cannot be looked into: print it to a new PDF",
    }
}

/// Refuses a document that the identity check provider does not accept.
pub(super) fn not_accepted(refusal: DocumentRefusal) -> ApiError {
    let (code, message) = match refusal {
        DocumentRefusal::LowQuality => (Code::LowQuality, "The document cannot be read well enough."),
        DocumentRefusal::DataMismatch => {
            (Code::DataMismatch, "The document contradicts what is known of its holder.")
        }
        DocumentRefusal::Expired => (Code::Expired, "The document is no longer valid."),
        DocumentRefusal::SuspectedFraud => (Code::SuspectedFraud, "The document looks forged."),
        DocumentRefusal::UnsuitableDocument => {
            (Code::UnsuitableDocument, "A document of this type is not accepted.")
        }
        DocumentRefusal::Incomplete => (Code::Incomplete, "The document lacks a page or a side."),
    };
    ApiError::new(code, message)
}

/// Refuses to delete a document that was submitted with a verification in this status.
pub(super) fn submitted(verification: VerificationId, status: VerificationStatus) -> ApiError {
    let message = format!(
        "The document was submitted with a verification that is {status}, and is kept; replace it, or upload \
         another one."
    );
    ApiError::new(Code::Conflict, message)
        .reason("DOCUMENT_SUBMITTED")
        .with("status", status.as_str())
        .with("verificationId", verification.to_string())
}

/// Refuses another document beyond the customer's maximum.
pub(super) fn too_many() -> ApiError {
    let message =
        format!("The customer and those behind it have {MAX_DOCUMENTS} documents, and can have no more.");
    ApiError::new(Code::InvalidInput, message).reason("TOO_MANY_DOCUMENTS").with("field", "documentHolder")
}

/// Refuses a form without its file. The form check refuses it earlier.
pub(super) fn no_file() -> ApiError {
    ApiError::field(FILE, "is required")
}
