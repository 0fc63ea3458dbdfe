//! The reviewer's view of a customer's verification (customers 5, 8). The audit trail records each look.

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, VerificationId};
use causeway_domain::search::ResourceKind;
use causeway_domain::verifications::{DocumentSide, DocumentType, VerificationErrorType, VerificationStatus};
use causeway_store::submitted_documents::{self, SubmittedDocument};
use causeway_store::verifications::{self, VerificationFault, VerificationRecord};
use causeway_store::{Tx, customers};
use causeway_wire::customers::Customer;
use serde::Serialize;

use super::operator_actions::{ActionRow, actions_about};
use super::viewer::PersonalData;
use super::{Answer, Kind, OperatorError, arguments, positional, view};
use crate::customers::get_customer_by_id;
use crate::customers::verification::missing;
use crate::runtime::context::Context;

/// Earlier verifications that are shown.
const EARLIER: u32 = 20;

arguments! {
    pub(super) struct ShowRequest {
        verification: String = positional("Verification id, or customer id for the customer's newest one")
            .id_or_text(&[ResourceKind::Verification, ResourceKind::Customer]),
    }
}

/// A verification with everything that a decision needs.
#[derive(Serialize)]
pub(super) struct VerificationDetail {
    /// `None` if the customer was never submitted.
    verification: Option<VerificationId>,
    customer: CustomerId,
    customer_status: CustomerStatus,
    status: Option<VerificationStatus>,
    meaning: Option<&'static str>,
    /// For `--seen`.
    version: Option<Time>,
    submitted_at: Option<Time>,
    times_returned: u32,
    /// The data of the customer, with its beneficial owners.
    data: Customer,
    /// The errors for which it was returned or rejected.
    errors: Vec<ErrorLine>,
    /// The errors that prevent an approval of the customer's present data.
    missing: Vec<ErrorLine>,
    /// The documents as they were submitted.
    documents: Vec<DocumentLine>,
    /// The customer's other verifications, newest first.
    earlier: Vec<EarlierLine>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
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

    /// Another verification of the customer.
    struct EarlierLine of record: VerificationRecord {
        verification: VerificationId = record.id,
        status: VerificationStatus = record.doc.state.status(),
        times_returned: u32 = record.doc.times_returned,
        created_at: Time = record.created_at,
        updated_at: Time = record.updated_at.into(),
    }
}

/// Shows a verification. It has submitted documents only while it is being decided or after the decision.
pub(super) fn show(tx: &mut Tx<'_>, context: &Context, request: &ShowRequest) -> Answer<VerificationDetail> {
    let (customer, named) = find(tx, context, &request.verification)?;
    let mut earlier = verifications::newest_of(tx, context.platform, customer, EARLIER)?;
    let verification = named.or_else(|| earlier.first().cloned());
    earlier.retain(|other| verification.as_ref().is_none_or(|found| found.id != other.id));
    let record =
        customers::lock(tx, context.platform, customer)?.ok_or_else(|| OperatorError::no_such(customer))?;
    let data = get_customer_by_id::apply(tx, context, customer)?;
    let missing = missing(tx, context, &record)?;
    let documents = match &verification {
        Some(found) => submitted_documents::of_verification(tx, context.platform, found.id)?,
        None => Vec::new(),
    };
    let operator_actions = match &verification {
        Some(found) => actions_about(tx, context.platform, found.id, PersonalData::ALL)?,
        None => actions_about(tx, context.platform, customer, PersonalData::ALL)?,
    };
    let commands = commands(verification.as_ref(), &documents);
    let version = verification.as_ref().map(|found| found.updated_at.into());
    let doc = verification.as_ref().map(|found| found.doc.clone());
    Ok(VerificationDetail {
        verification: verification.map(|found| found.id),
        customer,
        customer_status: record.doc.verification.status(),
        status: doc.as_ref().map(|doc| doc.state.status()),
        meaning: doc.as_ref().map(|doc| doc.state.status().meaning()),
        version,
        submitted_at: doc.as_ref().and_then(|doc| doc.submitted_at),
        times_returned: doc.as_ref().map_or(0, |doc| doc.times_returned),
        data,
        errors: doc.map(|doc| doc.errors).unwrap_or_default().into_iter().map(ErrorLine::from).collect(),
        missing: missing.into_iter().map(ErrorLine::from).collect(),
        documents: documents.into_iter().map(DocumentLine::from).collect(),
        earlier: earlier.into_iter().map(EarlierLine::from).collect(),
        operator_actions,
        commands,
    })
}

/// Finds the named verification with its customer; for a customer, the verification is `None`.
fn find(tx: &mut Tx<'_>, context: &Context, named: &str) -> Answer<(CustomerId, Option<VerificationRecord>)> {
    if let Ok(id) = named.parse::<VerificationId>() {
        let found = verifications::find(tx, context.platform, id)?;
        let found = found.ok_or_else(|| OperatorError::no_such(id))?;
        return Ok((found.customer, Some(found)));
    }
    let platform = context.platform;
    let customer = named.parse::<CustomerId>().map_err(|_| {
        let message = format!("{named} is neither a verification nor a customer");
        let remedy = format!("see the queue: causeway verification list --platform {platform}");
        OperatorError::new(Kind::Invalid, message).remedy(remedy)
    })?;
    Ok((customer, None))
}

/// Returns the commands that the state of a verification allows.
fn commands(verification: Option<&VerificationRecord>, documents: &[SubmittedDocument]) -> Vec<String> {
    let Some(found) = verification else { return Vec::new() };
    let id = found.id;
    let decide = |verb: &str| format!("causeway verification {verb} {id} --reason TEXT");
    let mut commands: Vec<String> = documents
        .iter()
        .map(|document| {
            let document = document.document;
            format!("causeway document fetch {document} --verification {id} --output FILE --reason TEXT")
        })
        .collect();
    if found.doc.state.is_being_decided() {
        commands.extend([decide("approve"), decide("reject")]);
        commands.push(decide("return") + " --errors TYPE=ID");
    }
    if found.doc.state.status() == VerificationStatus::InProgress {
        commands.push(decide("review"));
    }
    commands
}
