//! Errors of beneficial owners (customers 7).

use causeway_domain::ids::BeneficialOwnerId;
use causeway_domain::verifications::MAX_OWNERS;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Refuses an owner that does not exist, or that the caller may not see.
pub(super) fn no_such_owner() -> ApiError {
    ApiError::not_found::<BeneficialOwnerId>()
}

/// Refuses another beneficial owner beyond the maximum.
pub(super) fn too_many_owners() -> ApiError {
    let message = format!("The customer has {MAX_OWNERS} beneficial owners, and can have no more.");
    ApiError::new(Code::InvalidInput, message)
        .reason("TOO_MANY_BENEFICIAL_OWNERS")
        .with("field", "customerId")
}

/// Refuses to remove a person who belongs to a submission.
pub(super) fn owner_submitted() -> ApiError {
    let message = "The person was submitted with a verification and is kept; change the details instead.";
    ApiError::new(Code::Conflict, message).reason("BENEFICIAL_OWNER_SUBMITTED")
}
