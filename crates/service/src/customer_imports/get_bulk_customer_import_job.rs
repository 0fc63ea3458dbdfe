//! `GET /customers/bulk/jobs/{jobId}` (customers 3.3).

use causeway_domain::ids::CustomerImportId;
use causeway_store::{Tx, customer_imports};
use causeway_wire::customers::BulkCustomerImportJob;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows the progress of an import.
///
/// # Errors
/// `BULK_UPLOAD_JOB_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerImportId,
) -> Result<BulkCustomerImportJob, ApiError> {
    let found = customer_imports::find(tx, context.platform, id)?;
    let record = found.ok_or_else(ApiError::not_found::<CustomerImportId>)?;
    let errors = customer_imports::errors(tx, context.platform, id)?;
    Ok(render::import(&record, errors))
}
