//! `GET /customers` (customers 2.9).

use causeway_domain::customers::{CustomerType, UmaAddress};
use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::customers::{self, CustomerRecord, Filter};
use causeway_store::listing::Order;
use causeway_store::{Error, Tx, platforms};
use causeway_wire::Page;
use causeway_wire::customers::{Customer, CustomerFilter};

use super::{render, uma};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{sent_instant, sent_start};
use crate::runtime::paging::Paging;

/// Lists customers, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &CustomerFilter,
    paging: &Paging,
) -> Result<Page<Customer>, ApiError> {
    let platform = platforms::get(tx, context.platform)?;
    let domain = uma::domain_of(&platform, &context.app.deployment.uma_service_host);
    let uma_local = match &query.uma_address {
        None => None,
        Some(text) => match UmaAddress::parse_own(text.as_str(), &domain) {
            Ok(address) => Some(address.local().to_owned()),
            // No customer can have such an address.
            Err(_) => {
                return paging.finish(Vec::new(), Some(0), CustomerRecord::position, renderer(&[], &domain));
            }
        },
    };
    let filter = filter(query, uma_local.as_deref())?;
    let page = paging.page(Order::Descending);
    let (rows, total) = customers::list(tx, context.platform, &filter, &page)?;
    let owners = owners_of(tx, context.platform, &rows)?;
    paging.finish(rows, total, CustomerRecord::position, renderer(&owners, &domain))
}

fn filter<'a>(query: &'a CustomerFilter, uma_local: Option<&'a str>) -> Result<Filter<'a>, ApiError> {
    Ok(Filter {
        platform_customer_id: query.platform_customer_id.as_ref().map(AsRef::as_ref),
        customer_type: query.customer_type,
        region: query.region,
        currency: query.currency,
        uma_local,
        created_after: sent_start(query.created_after.as_ref())?,
        created_before: sent_instant(query.created_before.as_ref())?,
        updated_after: sent_start(query.updated_after.as_ref())?,
        updated_before: sent_instant(query.updated_before.as_ref())?,
        is_including_deleted: query.is_including_deleted,
    })
}

/// Returns the beneficial owners of the companies on a page.
fn owners_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    rows: &[CustomerRecord],
) -> Result<Vec<OwnerRecord>, Error> {
    let companies = rows.iter().filter(|row| row.customer_type() == CustomerType::Business);
    let ids: Vec<CustomerId> = companies.map(|company| company.id).collect();
    beneficial_owners::of_customers(tx, platform, &ids)
}

fn renderer(owners: &[OwnerRecord], domain: &str) -> impl Fn(CustomerRecord) -> Result<Customer, ApiError> {
    move |record| {
        let own = owners.iter().filter(|owner| owner.customer == record.id).cloned();
        render::customer(&record, &own.collect::<Vec<_>>(), domain)
    }
}
