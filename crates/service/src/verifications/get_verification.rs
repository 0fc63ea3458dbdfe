//! `GET /verifications/{verificationId}` (customers 5.3).

use causeway_domain::ids::VerificationId;
use causeway_store::{Tx, verifications};
use causeway_wire::verifications::Verification;

use crate::customers::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one verification.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: VerificationId) -> Result<Verification, ApiError> {
    let found = verifications::find(tx, context.platform, id)?;
    Ok(render::verification(&found.ok_or_else(ApiError::not_found::<VerificationId>)?))
}
