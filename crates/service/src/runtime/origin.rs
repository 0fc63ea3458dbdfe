//! The origin of the service's own pages.

use causeway_store::Tx;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{PUBLIC_URL, Settings};

/// Returns scheme, host and port without a trailing slash: the setting `PUBLIC_URL`, or else the origin by
/// which the caller reached the service.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` if neither is known.
pub(crate) fn service_origin(
    tx: &mut Tx<'_>,
    context: &Context,
    reached_by: &str,
) -> Result<String, ApiError> {
    let public_url = Settings::of(tx, context)?.get(&PUBLIC_URL)?;
    let origin = public_url.as_deref().unwrap_or(reached_by).trim_end_matches('/');
    if origin.is_empty() {
        return Err(ApiError::new(Code::InvalidRequestFormat, "The header Host is missing."));
    }
    Ok(origin.to_owned())
}
