//! Checks of a body that did not come through its operation's route, but from a page of this service.

use causeway_wire::{Endpoint, FieldError};
use serde_json::Value;

use super::route::decode;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

/// Decodes the body of an operation and returns all its field errors: those found before, of its shape, and
/// of its field checks. A body with errors is made readable, as in the route.
///
/// # Errors
/// All field errors, if the body cannot be made readable.
pub(crate) fn check_page_body<E: Endpoint<Body: FieldChecks>>(
    context: &Context,
    mut body: Value,
    mut errors: Vec<FieldError>,
) -> Result<(E::Body, FieldErrors), ApiError> {
    let contract = &context.app.contract;
    errors.extend(contract.check_body(E::OPERATION, &mut body));
    if !errors.is_empty() && !contract.repair_body(E::OPERATION, &mut body) {
        return Err(ApiError::fields(errors));
    }
    let body: E::Body = decode(body)?;
    let mut errors = FieldErrors::from(errors);
    body.check(context, &mut errors);
    Ok((body, errors))
}
