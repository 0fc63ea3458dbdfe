//! What the addresses of the service's own pages begin with.

use causeway_store::Tx;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{PUBLIC_URL, Settings};

/// Scheme, host and port, without a slash at the end: what the deployment says, else by what the caller reached the service.
///
/// # Errors
/// `INVALID_REQUEST_FORMAT` where neither says anything.
pub(crate) fn service_origin(
    tx: &mut Tx<'_>,
    context: &Context,
    reached_by: &str,
) -> Result<String, ApiError> {
    let said = Settings::of(tx, context)?.get(&PUBLIC_URL)?;
    let origin = said.as_deref().unwrap_or(reached_by).trim_end_matches('/');
    if origin.is_empty() {
        return Err(ApiError::new(Code::InvalidRequestFormat, "The header Host is missing."));
    }
    Ok(origin.to_owned())
}
