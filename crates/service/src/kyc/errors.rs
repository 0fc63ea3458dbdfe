//! Refusals about the people behind companies (customers 7).

use causeway_domain::ids::BeneficialOwnerId;
use causeway_domain::kyc::OWNERS_MAX;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// No such owner, or not one that the caller may see.
pub(super) fn no_such_owner() -> ApiError {
    ApiError::not_found::<BeneficialOwnerId>()
}

/// The company has as many people as it can have.
pub(super) fn too_many_owners() -> ApiError {
    let message = format!("The customer has {OWNERS_MAX} beneficial owners, and can have no more.");
    ApiError::new(Code::InvalidInput, message)
        .reason("TOO_MANY_BENEFICIAL_OWNERS")
        .with("field", "customerId")
}

/// Refuses to remove a person who belongs to a submission.
pub(super) fn owner_submitted() -> ApiError {
    let message = "The person was submitted with a verification and is kept; change the details instead.";
    ApiError::new(Code::Conflict, message).reason("BENEFICIAL_OWNER_SUBMITTED")
}
