//! Texts for the errors that prevent an approval.

use causeway_domain::verifications::{Finding, FindingResource, VerificationErrorType};
use causeway_store::verifications::VerificationFault;

/// Converts an error to its stored form.
pub(super) fn to_stored(fault: Finding) -> VerificationFault {
    let resource = match fault.resource {
        FindingResource::Customer(id) => id.to_string(),
        FindingResource::Owner(id) => id.to_string(),
        FindingResource::Document(id) => id.to_string(),
    };
    let reason = reason_text(fault.kind, fault.field.as_deref());
    VerificationFault { resource, kind: fault.kind, field: fault.field, accepted: fault.accepted, reason }
}

/// Returns the text for a kind of error.
pub(super) fn reason_text(kind: VerificationErrorType, field: Option<&str>) -> String {
    use VerificationErrorType as E;
    let field = field.unwrap_or("A field");
    match kind {
        E::MissingField => return format!("{field} is missing."),
        E::InvalidField => return format!("{field} cannot be accepted as it is."),
        E::MissingLegalPresenceDocument => "A document that shows the company's legal presence is missing.",
        E::MissingControlStructureDocument => "A document that shows who controls the company is missing.",
        E::MissingOwnershipStructureDocument => "A document that shows who owns the company is missing.",
        E::MissingProofOfAddressDocument => "A document that shows the company's address is missing.",
        E::MissingGoodStandingDocument => "A certificate of good standing is missing.",
        E::MissingIdentityDocument => "A document that shows who the person is is missing.",
        E::MissingBeneficialOwner => "At least one beneficial owner must be named.",
        E::MissingControlPerson => "At least one beneficial owner must have a role that gives control.",
        E::InvalidDocument => "The document is not valid.",
        E::ExpiredDocument => "The document has expired.",
        E::PoorQualityDocument => "The document cannot be read well enough; upload a better picture.",
        E::SuspectedFraudDocument => "The document may be forged.",
        E::WrongDocumentType => "The document is not of the type that it was uploaded as.",
        E::IncompleteDocument => "The other side of the document is missing.",
        E::UnreadableDocument => "The document cannot be read.",
        E::DocumentVerificationFailed => "The document could not be verified.",
        E::ApplicantSanctioned => "The applicant is on a list of sanctions.",
        E::ApplicantFraud => "The applicant is suspected of fraud.",
        E::ApplicantCriminalRecord => "The applicant has a criminal record.",
        E::ApplicantRejected => "The applicant was rejected.",
    }
    .to_owned()
}
