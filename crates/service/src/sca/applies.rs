//! Applicability of strong customer authentication (agents B).

use causeway_store::customers::CustomerRecord;
use causeway_store::{Error, Tx};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{SCA_ENABLED, Settings};

/// Returns `true` if it applies to a customer: the platform has enabled it, and the customer's contact data
/// must be verified.
pub(super) fn applies(settings: &Settings, customer: &CustomerRecord) -> Result<bool, Error> {
    if customer.doc.contact_verification.is_none() {
        return Ok(false);
    }
    settings.get(&SCA_ENABLED).map_err(|error| Error::Data(error.to_string()))
}

/// Refuses a customer to whom it does not apply.
///
/// # Errors
/// `CONFLICT`.
pub(super) fn check(tx: &mut Tx<'_>, context: &Context, customer: &CustomerRecord) -> Result<(), ApiError> {
    if applies(&Settings::of(tx, context)?, customer)? { Ok(()) } else { Err(errors::not_required()) }
}
