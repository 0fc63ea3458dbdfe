//! The reviewer's view of a verification with its submitted documents, and the export of their files
//! (customers 8).

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, PlatformId, VerificationId};
use causeway_domain::verifications::{DocumentSide, DocumentType, VerificationErrorType, VerificationStatus};
use causeway_store::platforms::PlatformRecord;
use causeway_store::submitted_documents::{self, SubmittedDocument};
use causeway_store::verifications::{self, VerificationFault};
use causeway_store::{Tx, uploads};
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use serde::Serialize;

use super::{
    Answer, Argument, Call, ExportStream, IdArgument, OperatorError, Subject, arguments, positional, view,
};
use crate::runtime::uploads::{key_of, open_chunk};

arguments! {
    pub(super) struct DocumentFileRequest {
        verification: VerificationId = VerificationId::ARGUMENT,
        document: DocumentId = DOCUMENT,
    }
}

const DOCUMENT: Argument = positional("Id of a document submitted with it");

/// A verification with its errors, and with the documents as they were submitted.
#[derive(Serialize)]
pub(super) struct Submission {
    verification: VerificationId,
    customer: CustomerId,
    status: VerificationStatus,
    submitted_at: Option<Time>,
    errors: Vec<ErrorLine>,
    documents: Vec<DocumentLine>,
}

view! {
    /// An error that blocks a verification.
    struct ErrorLine of fault: VerificationFault {
        error: VerificationErrorType = fault.kind,
        resource: String = fault.resource,
        field: Option<String> = fault.field,
    }

    /// A document as it was submitted.
    struct DocumentLine of submitted: SubmittedDocument {
        document: DocumentId = submitted.document,
        holder: DocumentHolder = submitted.holder,
        document_type: DocumentType = submitted.document_type,
        side: Option<DocumentSide> = submitted.doc.side,
        country: Country = submitted.doc.country,
        file_name: String = submitted.doc.file_name,
    }
}

/// Shows a verification. It has submitted documents only while it is being decided or after the decision.
pub(super) fn show(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    &IdArgument(id): &IdArgument<VerificationId>,
) -> Answer<Submission> {
    let record = verifications::find(tx, platform.id, id)?.ok_or_else(|| OperatorError::no_such(id))?;
    let documents = submitted_documents::of_verification(tx, platform.id, id)?;
    Ok(Submission {
        verification: record.id,
        customer: record.customer,
        status: record.doc.state.status(),
        submitted_at: record.doc.submitted_at,
        errors: record.doc.errors.into_iter().map(ErrorLine::from).collect(),
        documents: documents.into_iter().map(DocumentLine::from).collect(),
    })
}

/// Writes the file of a document as it was submitted, one chunk at a time.
pub(super) async fn file(
    call: Call,
    platform: PlatformId,
    request: DocumentFileRequest,
) -> Answer<ExportStream> {
    let DocumentFileRequest { verification, document } = request;
    let app = Arc::clone(&call.app);
    let keyring = app.keys();
    let find = move |tx: &mut Tx<'_>| {
        let found = submitted_documents::find(tx, platform, verification, document)?;
        let upload = found.ok_or_else(|| OperatorError::no_such(document))?.upload;
        let wrapped_key = uploads::wrapped_key(tx, platform, upload)?;
        Ok::<_, OperatorError>((upload, Arc::new(key_of(&keyring, upload, &wrapped_key)?)))
    };
    let (upload, key) = app.store.read(find).await?;
    let chunks = try_unfold(0_u32, move |number| {
        let app = Arc::clone(&app);
        let key = Arc::clone(&key);
        async move {
            let read = move |tx: &mut Tx<'_>| {
                let chunk = open_chunk(tx, platform, upload, &key, number)?;
                if chunk.is_none() {
                    // Fails if the file was deleted meanwhile, so that a part of it is not taken for the
                    // whole.
                    uploads::wrapped_key(tx, platform, upload)?;
                }
                Ok::<_, OperatorError>(chunk)
            };
            let chunk = app.store.read(read).await?;
            Ok(chunk.map(|bytes| (Bytes::from(bytes), number.saturating_add(1))))
        }
    });
    Ok(chunks.boxed())
}
