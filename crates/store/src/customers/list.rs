//! Lists of customers.

use causeway_domain::customers::{CustomerStatus, CustomerType};
use causeway_domain::ids::PlatformId;
use causeway_domain::{Country, CurrencyCode, Time};

use super::record::{COLUMNS, CustomerRecord, read};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::{Error, Tx};

/// Filter for lists of customers; all given conditions must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter<'a> {
    pub platform_customer_id: Option<&'a str>,
    pub customer_type: Option<CustomerType>,
    pub region: Option<Country>,
    /// One of the customer's currencies.
    pub currency: Option<CurrencyCode>,
    /// The part of the UMA address between `$` and `@`, in lower case.
    pub uma_local: Option<&'a str>,
    /// Inclusive.
    pub created_after: Option<Time>,
    /// Inclusive.
    pub created_before: Option<Time>,
    /// Inclusive.
    pub updated_after: Option<Time>,
    /// Inclusive.
    pub updated_before: Option<Time>,
    pub is_including_deleted: bool,
}

/// Returns a page of customers, and the total number of matches.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<(Vec<CustomerRecord>, Option<i64>), Error> {
    // The holder of an address comes from the directory of addresses, so this filter costs one lookup.
    let holds = "customer.customer_id = \
                 (SELECT customer_id FROM uma_address WHERE platform_id = $1 AND local_part = $$) \
                 AND customer.uma_local = $$";
    let mut listing = Listing::new("customer", "customer_id", platform)
        .filter("customer.platform_customer_id = $$", filter.platform_customer_id)
        .filter("customer.customer_type = $$", filter.customer_type.map(CustomerType::as_str))
        .filter("customer.region = $$", filter.region.map(|region| region.to_string()))
        .filter(
            "customer.currencies LIKE '% ' || $$ || ' %'",
            filter.currency.map(|currency| currency.to_string()),
        )
        .filter(holds, filter.uma_local)
        .filter("customer.created_at >= $$", filter.created_after)
        .filter("customer.created_at <= $$", filter.created_before)
        .filter("customer.updated_at >= $$", filter.updated_after)
        .filter("customer.updated_at <= $$", filter.updated_before);
    if !filter.is_including_deleted {
        listing = listing.only("NOT customer.is_deleted");
    }
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Filter for operators' lists of customers, deleted or not; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanFilter<'a> {
    /// The platform's own id, which other customers may have had before.
    pub platform_customer_id: Option<&'a str>,
    pub status: Option<CustomerStatus>,
    pub customer_type: Option<CustomerType>,
    pub region: Option<Country>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the customers of a platform.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &ScanFilter<'_>,
    page: &Page,
) -> Result<Scan<CustomerRecord>, Error> {
    let mut listing = Listing::new("customer", "customer_id", platform)
        .created_between(filter.since, filter.until)
        .filter("customer.status = $$", filter.status.map(CustomerStatus::as_str))
        .filter("customer.customer_type = $$", filter.customer_type.map(CustomerType::as_str))
        .filter("customer.region = $$", filter.region.map(|region| region.to_string()));
    if let Some(own_id) = filter.platform_customer_id {
        let condition = format!("customer.platform_customer_id = {}", listing.bind(own_id));
        listing =
            listing.either(vec![IndexPath { table: "customer", index: "customer_by_own_id", condition }]);
    }
    listing.scan(tx, COLUMNS, page, read)
}
