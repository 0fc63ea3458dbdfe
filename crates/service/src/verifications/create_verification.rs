//! `POST /verifications` (customers 5.3).

use causeway_store::Tx;
use causeway_wire::verifications::{Verification, VerificationRequest};

use crate::customers::{render, verification};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;

/// Submits a customer for verification.
///
/// # Errors
/// `USER_NOT_FOUND`; `INVALID_INPUT` for a customer that is decided, on hold, or has contact data to confirm
/// first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &VerificationRequest,
) -> Result<Verification, ApiError> {
    let record = verification::submit(tx, context, request.customer_id)?;
    Ok(render::verification(&record))
}

impl FieldChecks for VerificationRequest {}
