//! Verification of customers and of beneficial owners (customers 5, 7).

mod completeness;
mod corrections;
mod link;
mod rules;
mod states;

pub use causeway_vocabulary::documents::{DocumentSide, DocumentType};
pub use causeway_vocabulary::verifications::{BeneficialOwnerRole, VerificationErrorType};
pub use completeness::{
    AddressFacts, Applicant, CompanyFacts, DocumentFacts, Finding, FindingResource, OwnerFacts,
    PERSON_DOCUMENTS, PersonFacts, check_completeness, newest_identity_document,
};
pub use corrections::{accepted_documents, is_about_file, is_cured_by_file};
pub use link::{LINK_LIFETIME, LinkStatus, link_status};
pub use rules::{
    MAX_OWNERS, OwnerIdError, OwnerIdentification, check_owner_id, gives_control, is_of_applicant, mask,
};
pub use states::owner::{OwnerEvent, OwnerStatus, created as owner_created, next as next_owner};
pub use states::verification::{
    VerificationEvent, VerificationState, VerificationStatus, created as verification_created,
    next as next_verification,
};
