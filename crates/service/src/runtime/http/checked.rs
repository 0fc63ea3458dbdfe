//! A body that did not come through the route of its operation: from a page of ours.

use causeway_wire::{Endpoint, FieldError};
use serde_json::Value;

use super::route::decode;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// The body of an operation, with everything that is wrong with its fields: what was found before, its shape, and its
/// field checks. One with faults is made readable, as the route does it.
///
/// # Errors
/// Every fault of a body that cannot be made readable.
pub(crate) fn checked<E: Endpoint<Body: FieldChecks>>(
    context: &Context,
    mut body: Value,
    mut found: Vec<FieldError>,
) -> Result<(E::Body, FieldErrors), ApiError> {
    let contract = &context.app.contract;
    found.extend(contract.check_body(E::OPERATION, &mut body));
    if !found.is_empty() && !contract.mend_body(E::OPERATION, &mut body) {
        return Err(ApiError::fields(found));
    }
    let body: E::Body = decode(body)?;
    let mut faults = FieldErrors::from(found);
    body.check(context, &mut faults);
    Ok((body, faults))
}
