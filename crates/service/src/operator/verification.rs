//! Verifications (conventions 2.1; customers 5.2).

use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::verifications::{VerificationErrorType, VerificationStatus, is_of_applicant};
use causeway_store::Tx;
use causeway_store::verifications::{VerificationFault, VerificationRecord};

use super::verification_choice::VerificationChoice;
use super::verification_list::list;
use super::verification_show::show;
use super::{Answer, OperatorError, arguments, noun, option, several, view};
use crate::customers::verification::{Ruling, conclude, return_for_corrections, review};
use crate::runtime::context::Context;

noun! {
    /// Customer verifications
    "verification" {
        /// Approve a verification and its customer
        "approve": Comply => change(approve).needing_reason(),
        /// Reject a verification and its customer
        "reject": Comply => change(reject).needing_reason(),
        /// Start a manual review of a verification in progress
        "review": Comply => change(begin_review).needing_reason(),
        /// Return a verification for corrections; the customer is submitted again afterwards
        "return": Comply => change(send_back).needing_reason(),
        /// List the verifications that wait for a reviewer, submitted first at the beginning
        "list": Comply => read(list).columns(&[
            "verification",
            "customer",
            "status",
            "created_at",
            "documents",
            "times_returned",
        ]),
        /// Show a verification with the customer's data, errors, submitted documents and earlier attempts; the
        /// audit trail records each look
        "show": Comply => change(show).looking(),
    }
}

arguments! {
    struct DecisionRequest {
        verification: VerificationChoice = VerificationChoice::ARGUMENT,
    }

    struct Rejection {
        verification: VerificationChoice = VerificationChoice::ARGUMENT,
        error: Option<VerificationErrorType> =
            option("Error type of the rejection [default: APPLICANT_REJECTED]"),
    }

    struct ReturnRequest {
        verification: VerificationChoice = VerificationChoice::ARGUMENT,
        errors: Vec<String> =
            several("Errors to correct: TYPE, TYPE=FIELD, or TYPE=ID of the document or person").required(),
    }
}

view! {
    /// A verification after the action.
    struct VerificationView of record: VerificationRecord {
        verification: VerificationId = record.id,
        customer: CustomerId = record.customer,
        status: VerificationStatus = record.doc.state.status(),
    }
}

fn approve(tx: &mut Tx<'_>, context: &Context, decision: &DecisionRequest) -> Answer<VerificationView> {
    let id = decision.verification.find(tx, context.platform)?;
    Ok(conclude(tx, context, id, Ruling::Approve)?.into())
}

fn begin_review(tx: &mut Tx<'_>, context: &Context, decision: &DecisionRequest) -> Answer<VerificationView> {
    let id = decision.verification.find(tx, context.platform)?;
    Ok(review(tx, context, id)?.into())
}

fn reject(tx: &mut Tx<'_>, context: &Context, rejection: &Rejection) -> Answer<VerificationView> {
    let kind = rejection.error.unwrap_or(VerificationErrorType::ApplicantRejected);
    if !is_of_applicant(kind) {
        let message = format!("{kind} does not end a verification; return it instead");
        return Err(OperatorError::refused(message));
    }
    let id = rejection.verification.find(tx, context.platform)?;
    Ok(conclude(tx, context, id, Ruling::Reject(kind))?.into())
}

fn send_back(tx: &mut Tx<'_>, context: &Context, request: &ReturnRequest) -> Answer<VerificationView> {
    let faults = request.errors.iter().map(|text| fault(text)).collect::<Result<Vec<_>, _>>()?;
    if faults.is_empty() {
        return Err(OperatorError::refused("name at least one error to correct"));
    }
    let id = request.verification.find(tx, context.platform)?;
    Ok(return_for_corrections(tx, context, id, faults)?.into())
}

/// Returns the error about a text that is no type of error, with those that can be corrected.
fn unknown(text: &str) -> OperatorError {
    let types = VerificationErrorType::ALL.iter().filter(|kind| !is_of_applicant(**kind));
    let types: Vec<&str> = types.map(|kind| kind.as_str()).collect();
    OperatorError::refused(format!("{text} is not a type of verification error"))
        .remedy(format!("types: {}", types.join(", ")))
}

/// Parses `TYPE`, `TYPE=FIELD` or `TYPE=ID`.
fn fault(text: &str) -> Answer<VerificationFault> {
    let (kind, about) = text.split_once('=').unwrap_or((text, ""));
    let kind: VerificationErrorType = kind.parse().map_err(|_| unknown(kind))?;
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
