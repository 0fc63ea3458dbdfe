//! Lists of customers.

use causeway_domain::customers::CustomerType;
use causeway_domain::ids::PlatformId;
use causeway_domain::{Country, CurrencyCode, Time};

use super::record::{COLUMNS, CustomerRecord, read};
use crate::database::listing::{Listing, Page};
use crate::{Error, Tx};

/// Which customers to list; all that is given must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter<'a> {
    /// The platform's own identifier.
    pub platform_customer_id: Option<&'a str>,
    /// Persons or companies.
    pub customer_type: Option<CustomerType>,
    /// Where it is served.
    pub region: Option<Country>,
    /// A currency that its list has.
    pub currency: Option<CurrencyCode>,
    /// What stands between `$` and `@` of its UMA address, in lower case.
    pub uma_local: Option<&'a str>,
    /// Created at or after.
    pub created_after: Option<Time>,
    /// Created at or before.
    pub created_before: Option<Time>,
    /// Last changed at or after.
    pub updated_after: Option<Time>,
    /// Last changed at or before.
    pub updated_before: Option<Time>,
    /// Whether deleted customers are listed too.
    pub is_including_deleted: bool,
}

/// A page of customers, and how many match on all pages.
///
/// # Errors
/// Whatever the database refuses.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<(Vec<CustomerRecord>, Option<i64>), Error> {
    // The holder of an address comes from the directory of addresses, so that this filter costs one look-up.
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
