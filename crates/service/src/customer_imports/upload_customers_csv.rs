//! `POST /customers/bulk/csv` (customers 3.1).

use causeway_domain::customer_imports::created;
use causeway_store::Tx;
use causeway_store::customer_imports::{self, CustomerImportDoc, CustomerImportRecord};
use causeway_wire::customers::{BulkCustomerImportJobAccepted, CustomersCsvUpload, FormSwitch};
use causeway_wire::form::FILE;
use causeway_wire::table::UploadCustomersCsv;

use super::process;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call, SentFile};

impl FieldChecks for CustomersCsvUpload {}

/// Accepts a file of customers.
///
/// # Errors
/// `INVALID_INPUT` if there is no file.
pub async fn handler(call: Call<UploadCustomersCsv>) -> Result<Answer, ApiError> {
    let file = call.file.clone().ok_or_else(|| ApiError::field(FILE, "is required"))?;
    let is_dry_run = call.body.dry_run == Some(FormSwitch::True);
    Ok(call.write(&[], move |tx, context| apply(tx, context, &file, is_dry_run)).await)
}

/// Stores a file of customers until its turn comes. Its content is checked by the job.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    file: &SentFile,
    is_dry_run: bool,
) -> Result<BulkCustomerImportJobAccepted, ApiError> {
    let record = CustomerImportRecord {
        id: context.id(),
        upload: file.upload.id,
        status: created(),
        total: 0,
        successful: 0,
        failed: 0,
        doc: CustomerImportDoc { v: 1, is_dry_run, ..CustomerImportDoc::default() },
        created_at: context.now,
        completed_at: None,
    };
    file.upload.keep(tx, context.platform)?;
    customer_imports::insert(tx, context.platform, &record)?;
    process::schedule(tx, context, record.id)?;
    Ok(BulkCustomerImportJobAccepted { job_id: record.id, status: record.status })
}
