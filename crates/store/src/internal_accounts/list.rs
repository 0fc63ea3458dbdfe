//! Lists of internal accounts.

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};

use super::record::{COLUMNS, LockedAccount, read};
use crate::database::listing::{IndexPath, Listing, Order, Page};
use crate::database::row_lookup::RowLookup;
use crate::{Error, Tx};

/// The balance of each account. An account that lost it is read too, so that it is not reported as missing.
const BALANCE: RowLookup =
    RowLookup { of: "internal_account", table: "ledger_balance", key: "account_id", is_optional: true };

/// Filter for lists of accounts; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter<'a> {
    pub currency: Option<&'a str>,
    /// For example `INTERNAL_FIAT`.
    pub account_type: Option<&'a str>,
    pub customer: Option<CustomerId>,
    /// Restriction to these accounts; an empty list selects none.
    pub among: Option<&'a [InternalAccountId]>,
}

/// Returns a page of the customers' accounts, closed ones included, and the total number of matches.
pub fn list_for_customers(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: Filter<'_>,
    page: &Page,
) -> Result<(Vec<LockedAccount>, Option<i64>), Error> {
    let listing = filtered(platform, filter).only("internal_account.customer_id IS NOT NULL");
    let macs = tx.macs();
    let accounts = listing.page(tx, COLUMNS, page, |row| read(row, platform, macs))?;
    Ok((accounts, listing.count(tx)?))
}

/// Returns up to `limit` accounts of a customer, closed ones included, oldest first.
pub fn of_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    limit: u32,
) -> Result<Vec<LockedAccount>, Error> {
    let listing = filtered(platform, Filter { customer: Some(customer), ..Filter::default() });
    let macs = tx.macs();
    let page = Page { after: None, limit, order: Order::Ascending };
    listing.page(tx, COLUMNS, &page, |row| read(row, platform, macs))
}

/// Returns all accounts of the platform itself, closed ones included, oldest first.
pub fn list_for_platform(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: Filter<'_>,
) -> Result<Vec<LockedAccount>, Error> {
    // A platform has one account per currency and the few that operators add, so the limit is never reached.
    let all = Page { after: None, limit: u32::MAX - 1, order: Order::Ascending };
    let listing = filtered(platform, filter);
    let macs = tx.macs();
    let own = listing.only("internal_account.customer_id IS NULL");
    own.page(tx, COLUMNS, &all, |row| read(row, platform, macs))
}

/// A walk through the accounts of any owner, closed ones included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AccountWalk {
    pub customer: Option<CustomerId>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Returns a page of accounts, and one more if another page follows. A customer's accounts are found by their index.
pub fn walk(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    walk: &AccountWalk,
    page: &Page,
) -> Result<Vec<LockedAccount>, Error> {
    let mut listing = Listing::new("internal_account", "account_id", platform)
        .reading_with(BALANCE)
        .created_between(walk.since, walk.until);
    if let Some(customer) = walk.customer {
        let condition = format!("internal_account.customer_id = {}", listing.bind(customer));
        let by_owner = IndexPath { table: "internal_account", index: "internal_account_by_owner", condition };
        listing = listing.either(vec![by_owner]);
    }
    let macs = tx.macs();
    listing.page(tx, COLUMNS, page, |row| read(row, platform, macs))
}

fn filtered<'a>(platform: PlatformId, filter: Filter<'a>) -> Listing<'a> {
    let mut listing = Listing::new("internal_account", "account_id", platform)
        .reading_with(BALANCE)
        .filter("internal_account.customer_id = $$", filter.customer)
        .filter("internal_account.currency = $$", filter.currency)
        .filter("internal_account.type = $$", filter.account_type);
    if let Some(among) = filter.among {
        let among: Vec<String> = among.iter().map(|id| listing.bind(*id)).collect();
        listing = match &among[..] {
            [] => listing.only("internal_account.account_id IS NULL"),
            several => listing.only(&format!("internal_account.account_id IN ({})", several.join(", "))),
        };
    }
    listing
}
