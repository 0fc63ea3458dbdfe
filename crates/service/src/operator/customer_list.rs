//! Lists of customers (conventions 2.3).

use causeway_domain::customers::{CustomerStatus, CustomerType};
use causeway_domain::ids::CustomerId;
use causeway_domain::{Country, RangeStart, Time};
use causeway_store::Tx;
use causeway_store::customers::{self, CustomerRecord, ScanFilter};
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, arguments, default_number, option};

arguments! {
    pub(super) struct CustomerListRequest {
        status: Option<CustomerStatus> =
            option("Only customers with this status: UNVERIFIED, PENDING, APPROVED, REJECTED, HOLD"),
        r#type: Option<CustomerType> = option("Only customers of this type: INDIVIDUAL, BUSINESS"),
        region: Option<Country> = option("Only customers of this region, such as US"),
        own_id: Option<String> = option("Only customers with this id of the platform's own"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

/// A customer in a list.
#[derive(Serialize)]
pub(super) struct CustomerRow {
    customer: CustomerId,
    own_id: String,
    name: Option<String>,
    r#type: &'static str,
    status: &'static str,
    region: String,
    created_at: Time,
}

/// Lists the customers of a platform, newest first; deleted ones have the status `DELETED`.
pub(super) fn list(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    request: &CustomerListRequest,
) -> Answer<ListPage<CustomerRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = ScanFilter {
        platform_customer_id: request.own_id.as_deref(),
        status: request.status,
        customer_type: request.r#type,
        region: request.region,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = customers::scan(tx, viewer.platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, CustomerRecord::position, |record| row(&record, viewer.personal)))
}

fn row(record: &CustomerRecord, personal: PersonalData) -> CustomerRow {
    CustomerRow {
        customer: record.id,
        own_id: record.platform_customer_id.clone(),
        name: personal.show_any(record.doc.profile.name()),
        r#type: record.customer_type().as_str(),
        status: status(record),
        region: record.region.to_string(),
        created_at: record.created_at,
    }
}

/// Returns the status of a customer, or `DELETED`.
pub(super) fn status(record: &CustomerRecord) -> &'static str {
    if record.is_deleted { "DELETED" } else { record.doc.verification.status().as_str() }
}
