//! Completion of the errors with which an operator returns a verification (customers 5.2, 5.4).

use causeway_domain::customers::CustomerType;
use causeway_domain::ids::{DocumentId, VerificationId};
use causeway_domain::verifications::{
    DocumentFacts, accepted_documents, is_about_file, newest_identity_document,
};
use causeway_store::customers::CustomerRecord;
use causeway_store::submitted_documents::{self, SubmittedDocument};
use causeway_store::verifications::VerificationFault;
use causeway_store::{Tx, beneficial_owners};

use super::super::errors;
use super::reasons::reason_text;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The resources of a submission; each operator's error names one of them.
struct Submission<'a> {
    customer: &'a CustomerRecord,
    /// Ids of the beneficial owners.
    owners: Vec<String>,
    /// Newest first.
    documents: Vec<DocumentFacts>,
}

/// Returns the errors with resource, accepted document types and reason. An error without a resource is about
/// the customer; an error about a file is then about the person's newest submitted identity document.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for a resource that is not part of the submission; `INVALID_INPUT` for an error
/// about a file that names no document of a company.
pub(super) fn complete(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
    verification: VerificationId,
    faults: Vec<VerificationFault>,
) -> Result<Vec<VerificationFault>, ApiError> {
    let owners = beneficial_owners::of_customer(tx, context.platform, customer.id)?;
    let documents = submitted_documents::of_verification(tx, context.platform, verification)?;
    let submission = Submission {
        customer,
        owners: owners.iter().map(|owner| owner.id.to_string()).collect(),
        documents: documents.iter().map(facts).collect(),
    };
    faults.into_iter().map(|fault| submission.complete(fault)).collect()
}

fn facts(submitted: &SubmittedDocument) -> DocumentFacts {
    DocumentFacts {
        id: submitted.document,
        holder: submitted.holder,
        document_type: submitted.document_type,
        side: submitted.doc.side,
    }
}

impl Submission<'_> {
    fn complete(&self, mut fault: VerificationFault) -> Result<VerificationFault, ApiError> {
        let document = self.document_of(&fault)?;
        if let Some(document) = document {
            fault.resource = document.id.to_string();
        } else if fault.resource.is_empty() {
            fault.resource = self.customer.id.to_string();
        }
        fault.accepted = accepted_documents(fault.kind, document);
        fault.reason = reason_text(fault.kind, fault.field.as_deref());
        Ok(fault)
    }

    /// Returns the document that an error is about, if it is about one.
    fn document_of(&self, fault: &VerificationFault) -> Result<Option<&DocumentFacts>, ApiError> {
        let named = self.documents.iter().find(|document| document.id.to_string() == fault.resource);
        if named.is_some() {
            return Ok(named);
        }
        let is_customer = fault.resource.is_empty() || fault.resource == self.customer.id.to_string();
        if !is_customer && !self.owners.contains(&fault.resource) {
            return Err(ApiError::not_found::<DocumentId>());
        }
        if !is_about_file(fault.kind) {
            return Ok(None);
        }
        let is_person = self.customer.customer_type() == CustomerType::Individual;
        if !is_customer || !is_person {
            return Err(errors::document_not_named(fault.kind));
        }
        let newest = newest_identity_document(&self.documents);
        Ok(self.documents.iter().find(|document| Some(document.id) == newest))
    }
}
