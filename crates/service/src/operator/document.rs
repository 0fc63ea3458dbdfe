//! Documents of customers and beneficial owners (customers 8). The audit trail records each look.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, PlatformId, VerificationId};
use causeway_domain::search::ResourceKind;
use causeway_domain::verifications::{DocumentSide, DocumentType};
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::{Tx, beneficial_owners, submitted_documents, verifications};
use futures_util::TryStreamExt;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::document_file::StoredFile;
use super::operator_actions::{ActionRow, actions_about};
use super::viewer::PersonalData;
use super::{
    Answer, Argument, Call, ExportStream, IdArgument, Kind, OUTPUT, OperatorError, Subject, arguments, noun,
    option, positional,
};
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::hex;

noun! {
    /// Documents of customers and beneficial owners
    "document" {
        /// Show a document with its holder, the type and SHA-256 of its file, and who has seen it; the audit trail
        /// records each look
        "show": Comply => look(show).with_platform(),
        /// Fetch the file of a document; the audit trail records it before the first byte
        "fetch": Comply => export_about(subjects, fetch).with_output(OUTPUT.required()).needing_reason(),
    }
}

impl Subject for DocumentId {
    const ARGUMENT: Argument = positional("Document id").id_of(&[ResourceKind::Document]).named("document");
}

arguments! {
    pub(super) struct FetchRequest {
        document: DocumentId = DocumentId::ARGUMENT,
        verification: Option<VerificationId> = option(
            "Fetch the file as it was submitted with this verification, even if it was replaced since",
        )
        .id_of(&[ResourceKind::Verification]),
    }
}

impl FetchRequest {
    pub(super) const fn document(&self) -> DocumentId {
        self.document
    }
}

/// A document with the facts about its file.
#[derive(Serialize)]
struct DocumentView {
    document: DocumentId,
    holder: DocumentHolder,
    /// The holder itself, or the company of a beneficial owner.
    customer: Option<CustomerId>,
    document_type: DocumentType,
    side: Option<DocumentSide>,
    country: Country,
    file_name: String,
    uploaded_at: Time,
    /// By its content.
    file_type: &'static str,
    bytes: u64,
    sha256: String,
    /// The verifications with which this file was submitted.
    submitted_with: Vec<VerificationId>,
    /// Earlier looks, newest first.
    looks: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// The stored facts about a document. In the audit trail, a look is about its holder and the customer, too.
#[derive(Serialize)]
struct FoundDocument {
    holder: DocumentHolder,
    customer: Option<CustomerId>,
    #[serde(skip)]
    record: DocumentRecord,
    #[serde(skip)]
    file: StoredFile,
    #[serde(skip)]
    submitted_with: Vec<VerificationId>,
    #[serde(skip)]
    looks: Vec<ActionRow>,
}

async fn show(call: Call, IdArgument(document): IdArgument<DocumentId>) -> Answer<DocumentView> {
    let app = Arc::clone(&call.app);
    let caller = call.clone();
    let found = call.change(move |tx, context| {
        let platform = context.platform;
        let personal = PersonalData::of(&caller, Some(platform));
        let record = find(tx, platform, document)?;
        let holder = record.holder;
        let customer = customer_of(tx, platform, holder)?;
        let file = StoredFile::open(tx, &context.app, platform, record.upload)?;
        let submitted_with = submitted_documents::verifications_of_file(tx, platform, record.upload)?;
        let looks = actions_about(tx, platform, document, personal)?;
        Ok(FoundDocument { holder, customer, record, file, submitted_with, looks })
    });
    let FoundDocument { holder, customer, record, file, submitted_with, looks } = found.await?;
    let file_type = file.file_type.as_str();
    let mut chunks = file.chunks(&app);
    let mut bytes = 0;
    let mut hash = Sha256::new();
    while let Some(chunk) = chunks.try_next().await? {
        bytes += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        hash.update(&chunk);
    }
    Ok(DocumentView {
        document,
        holder,
        customer,
        document_type: record.document_type,
        side: record.doc.side,
        country: record.doc.country,
        file_name: record.doc.file_name,
        uploaded_at: record.updated_at.into(),
        file_type,
        bytes,
        sha256: hex::encode(&hash.finalize()),
        submitted_with,
        looks,
        commands: vec![format!("causeway document fetch {document} --output FILE --reason TEXT")],
    })
}

fn find(tx: &mut Tx<'_>, platform: PlatformId, document: DocumentId) -> Answer<DocumentRecord> {
    let found = documents::find(tx, platform, document)?;
    Ok(found.ok_or_else(|| OperatorError::no_such(document))?.document)
}

/// Returns the customer of a holder: the holder itself, or the company of a beneficial owner.
fn customer_of(tx: &mut Tx<'_>, platform: PlatformId, holder: DocumentHolder) -> Answer<Option<CustomerId>> {
    Ok(match holder {
        DocumentHolder::Customer(customer) => Some(customer),
        DocumentHolder::BeneficialOwner(owner) => {
            beneficial_owners::find(tx, platform, owner)?.map(|owner| owner.customer)
        }
    })
}

/// Returns the holder of a document and its customer, which a fetch is about.
fn subjects(tx: &mut Tx<'_>, context: &Context, request: &FetchRequest) -> Answer<Vec<String>> {
    let platform = context.platform;
    let holder = source(tx, platform, request)?.holder;
    let customer = match request.verification {
        // The owner may have been removed since.
        Some(verification) => verifications::find(tx, platform, verification)?.map(|found| found.customer),
        None => customer_of(tx, platform, holder)?,
    };
    let customer = customer.map(|customer| customer.to_string());
    Ok(std::iter::once(holder.to_string()).chain(customer).collect())
}

/// Writes the file of a document, one chunk at a time.
async fn fetch(call: Call, platform: PlatformId, request: FetchRequest) -> Answer<ExportStream> {
    let app = Arc::clone(&call.app);
    let open = move |tx: &mut Tx<'_>, call: &Call| stored_file(tx, &call.app, platform, &request);
    Ok(call.read(open).await?.chunks(&app))
}

/// Opens the file that a fetch is about.
pub(super) fn stored_file(
    tx: &mut Tx<'_>,
    app: &App,
    platform: PlatformId,
    request: &FetchRequest,
) -> Answer<StoredFile> {
    let upload = source(tx, platform, request)?.upload;
    StoredFile::open(tx, app, platform, upload)
}

/// The file of a document, and its holder.
struct DocumentSource {
    holder: DocumentHolder,
    upload: Uuid,
}

/// Returns the file of a document: the present one, or the one that was submitted with a verification.
fn source(tx: &mut Tx<'_>, platform: PlatformId, request: &FetchRequest) -> Answer<DocumentSource> {
    let FetchRequest { document, verification } = *request;
    match verification {
        None => {
            let DocumentRecord { holder, upload, .. } = find(tx, platform, document)?;
            Ok(DocumentSource { holder, upload })
        }
        Some(verification) => {
            let found = submitted_documents::find(tx, platform, verification, document)?;
            let message = format!("{document} was not submitted with {verification}");
            let found = found.ok_or_else(|| OperatorError::new(Kind::NotFound, message))?;
            Ok(DocumentSource { holder: found.holder, upload: found.upload })
        }
    }
}
