//! Lists of external accounts.

use causeway_domain::Time;
use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, PlatformId};

use super::record::{COLUMNS, ExternalAccountRecord, read};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::{Error, Tx, params};

/// Filter for lists of accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub of: OwnerFilter,
    pub currency: Option<String>,
}

/// The owners of listed accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnerFilter {
    /// The platform itself.
    Platform,
    /// All customers.
    Customers,
    /// One customer.
    Customer(CustomerId),
}

/// Returns a page of live accounts, and the total number of matches. MACs are verified, because payers copy
/// details from lists.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<ExternalAccountRecord>, Option<i64>), Error> {
    let (owner, customer) = match filter.of {
        OwnerFilter::Platform => ("customer_id IS NULL", None),
        OwnerFilter::Customers => ("customer_id IS NOT NULL", None),
        OwnerFilter::Customer(customer) => ("customer_id IS NOT NULL", Some(customer)),
    };
    let listing = Listing::new("external_account", "account_id", platform)
        .only("NOT is_deleted")
        .only(owner)
        .filter("currency = $$", filter.currency.as_deref())
        .filter("customer_id = $$", customer);
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Index of the accounts that wait for a decision.
const WAITING_INDEX: &str = "external_account_waiting";
/// The condition of that index: live accounts that no screening has decided about, or that are under review.
const WAITING: &str =
    "external_account.status IN ('PENDING', 'UNDER_REVIEW') AND NOT external_account.is_deleted";

/// Returns up to `limit` accounts that wait for a decision, oldest first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn waiting(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    limit: u32,
) -> Result<Vec<ExternalAccountRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM external_account /* INDEXED BY {WAITING_INDEX} */ \
         WHERE platform_id = $1 AND {WAITING} ORDER BY created_at, account_id LIMIT $2"
    );
    tx.query(&sql, params![platform, limit], read(platform, tx.macs()))
}

/// Filter for operators' lists of accounts, deleted or not; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanFilter {
    pub customer: Option<CustomerId>,
    pub status: Option<ExternalAccountStatus>,
    /// `true` for those that wait for a decision.
    pub is_waiting: bool,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the accounts of a platform and of its customers.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &ScanFilter,
    page: &Page,
) -> Result<Scan<ExternalAccountRecord>, Error> {
    let mut listing = Listing::new("external_account", "account_id", platform)
        .created_between(filter.since, filter.until)
        .filter("external_account.status = $$", filter.status.map(ExternalAccountStatus::as_str));
    if let Some(customer) = filter.customer {
        let condition = format!("external_account.customer_id = {}", listing.bind(customer));
        let index = "external_account_by_owner";
        listing = listing.either(vec![IndexPath { table: "external_account", index, condition }]);
    }
    if filter.is_waiting {
        let condition = WAITING.to_owned();
        let path = IndexPath { table: "external_account", index: WAITING_INDEX, condition };
        listing = listing.either(vec![path]);
    }
    let read = read(platform, tx.macs());
    listing.scan(tx, COLUMNS, page, read)
}
