//! Verifications (conventions 2.1; customers 5.2).

use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::kyc::{VerificationErrorType, VerificationStatus, is_of_applicant};
use causeway_store::verifications::{VerificationFault, VerificationRecord};
use serde::{Deserialize, Serialize};

use super::argument::{Argument, Form, option, positional};
use super::{Noun, OperatorError};
use crate::customers::verification::{Ruling, conclude, return_for_corrections, review};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    verification: VerificationId,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Rejection {
    verification: VerificationId,
    #[serde(default)]
    error: Option<VerificationErrorType>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Return {
    verification: VerificationId,
    errors: Vec<String>,
}

/// A verification as it stands after the action.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    verification: VerificationId,
    customer: CustomerId,
    status: VerificationStatus,
}

const VERIFICATION: Argument = positional("verification", "The verification's id");

pub(super) fn noun() -> Noun {
    Noun::new("verification", "Attempts to verify customers")
        .change(
            "approve",
            "Approves a verification and its customer",
            &[VERIFICATION],
            |tx, context, named: &Named| {
                Ok(Shown::from(conclude(tx, context, named.verification, Ruling::Approve)?))
            },
        )
        .change(
            "reject",
            "Rejects a verification and its customer",
            &[VERIFICATION, option("error", "Why: APPLICANT_REJECTED, where nothing is said")],
            |tx, context, named: &Rejection| {
                let kind = named.error.unwrap_or(VerificationErrorType::ApplicantRejected);
                if !is_of_applicant(kind) {
                    let message = format!("{kind} does not end a verification; return it instead");
                    return Err(OperatorError::refused(message));
                }
                Ok(Shown::from(conclude(tx, context, named.verification, Ruling::Reject(kind))?))
            },
        )
        .change(
            "review",
            "Puts a verification that is in progress into the hands of a person",
            &[VERIFICATION],
            |tx, context, named: &Named| Ok(Shown::from(review(tx, context, named.verification)?)),
        )
        .change(
            "return",
            "Asks for corrections, after which the customer is submitted again",
            &[
                VERIFICATION,
                option("errors", "What is wrong: TYPE, TYPE=FIELD or TYPE=ID of the document or person")
                    .form(Form::List)
                    .required(),
            ],
            |tx, context, named: &Return| {
                let faults = named.errors.iter().map(|text| fault(text)).collect::<Result<Vec<_>, _>>()?;
                if faults.is_empty() {
                    return Err(OperatorError::refused("name what is to be corrected"));
                }
                Ok(Shown::from(return_for_corrections(tx, context, named.verification, faults)?))
            },
        )
}

/// `TYPE`, `TYPE=FIELD` or `TYPE=ID`.
fn fault(text: &str) -> Result<VerificationFault, OperatorError> {
    let (kind, about) = text.split_once('=').unwrap_or((text, ""));
    let unknown = |_| OperatorError::refused(format!("{kind} is no type of verification error"));
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

impl From<VerificationRecord> for Shown {
    fn from(record: VerificationRecord) -> Self {
        Self { verification: record.id, customer: record.customer, status: record.doc.state.status() }
    }
}
