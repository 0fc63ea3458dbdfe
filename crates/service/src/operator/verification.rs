//! Verifications (conventions 2.1; customers 5.2).

use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::kyc::{VerificationErrorType, VerificationStatus, is_of_applicant};
use causeway_store::Tx;
use causeway_store::verifications::{VerificationFault, VerificationRecord};

use super::verification_documents::{file, show};
use super::{Answer, Argument, OperatorError, Subject, arguments, noun, option, positional, several, shown};
use crate::customers::verification::{Ruling, conclude, return_for_corrections, review};
use crate::runtime::context::Context;

noun! {
    /// Attempts to verify customers
    "verification" {
        /// Approves a verification and its customer
        "approve" => change_one(|tx, context, id| conclude(tx, context, id, Ruling::Approve), Shown::from),
        /// Rejects a verification and its customer
        "reject" => change(reject),
        /// Puts a verification that is in progress into the hands of a person
        "review" => change_one(review, Shown::from),
        /// Asks for corrections, after which the customer is submitted again
        "return" => change(send_back),
        /// Shows a verification with its errors and the documents that were submitted
        "show" => read(show),
        /// Writes the file of a document as it was submitted, also where the document has another file by now
        "file" => export(file),
    }
}

impl Subject for VerificationId {
    const ARGUMENT: Argument = positional("The verification's id").named("verification");
}

arguments! {
    struct Rejection {
        verification: VerificationId = VerificationId::ARGUMENT,
        error: Option<VerificationErrorType> = option("Why: APPLICANT_REJECTED, where nothing is said"),
    }

    struct Return {
        verification: VerificationId = VerificationId::ARGUMENT,
        errors: Vec<String> =
            several("What is wrong: TYPE, TYPE=FIELD or TYPE=ID of the document or person").required(),
    }
}

shown! {
    /// A verification as it stands after the action.
    struct Shown of record: VerificationRecord {
        verification: VerificationId = record.id,
        customer: CustomerId = record.customer,
        status: VerificationStatus = record.doc.state.status(),
    }
}

fn reject(tx: &mut Tx<'_>, context: &Context, rejection: &Rejection) -> Answer<Shown> {
    let kind = rejection.error.unwrap_or(VerificationErrorType::ApplicantRejected);
    if !is_of_applicant(kind) {
        let message = format!("{kind} does not end a verification; return it instead");
        return Err(OperatorError::refused(message));
    }
    Ok(conclude(tx, context, rejection.verification, Ruling::Reject(kind))?.into())
}

fn send_back(tx: &mut Tx<'_>, context: &Context, wanted: &Return) -> Answer<Shown> {
    let faults = wanted.errors.iter().map(|text| fault(text)).collect::<Result<Vec<_>, _>>()?;
    if faults.is_empty() {
        return Err(OperatorError::refused("name what is to be corrected"));
    }
    Ok(return_for_corrections(tx, context, wanted.verification, faults)?.into())
}

/// `TYPE`, `TYPE=FIELD` or `TYPE=ID`.
fn fault(text: &str) -> Answer<VerificationFault> {
    let (kind, about) = text.split_once('=').unwrap_or((text, ""));
    let unknown = |_| OperatorError::refused(format!("{kind} is not a type of verification error"));
    let kind: VerificationErrorType = kind.parse().map_err(unknown)?;
    if is_of_applicant(kind) {
        return Err(OperatorError::refused(format!("{kind} cannot be corrected; reject it instead")));
    }
    let is_id = about.contains(':');
    Ok(VerificationFault {
        resource: if is_id { about.to_owned() } else { String::new() },
        kind,
        field: Some(about.to_owned()).filter(|field| !is_id && !field.is_empty()),
        accepted: Vec::new(),
        reason: String::new(),
    })
}
