//! Lists of cards.

use causeway_domain::Time;
use causeway_domain::cards::CardState;
use causeway_domain::ids::{CustomerId, InternalAccountId, PlatformId};

use super::record::{COLUMNS, CardRecord, read};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::{Error, Tx};

/// Filter for lists of cards; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    pub customer: Option<CustomerId>,
    /// A funding account; for closed cards, the accounts at the time of closing.
    pub account: Option<InternalAccountId>,
    pub platform_card_id: Option<&'a str>,
    pub state: Option<CardState>,
}

/// Returns a page of cards, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<(Vec<CardRecord>, Option<i64>), Error> {
    let listing = Listing::new("card", "card_id", platform)
        .filter("card.customer_id = $$", filter.customer)
        .filter(
            "EXISTS (SELECT 1 FROM card_funding_source s WHERE s.platform_id = card.platform_id \
             AND s.card_id = card.card_id AND s.account_id = $$ AND s.is_listed)",
            filter.account,
        )
        .filter("card.platform_card_id = $$", filter.platform_card_id)
        .filter("card.state = $$", filter.state.map(CardState::as_str));
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Filter for operators' lists of cards; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanFilter {
    pub customer: Option<CustomerId>,
    pub state: Option<CardState>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the cards of a platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &ScanFilter,
    page: &Page,
) -> Result<Scan<CardRecord>, Error> {
    let mut listing = Listing::new("card", "card_id", platform)
        .created_between(filter.since, filter.until)
        .filter("card.state = $$", filter.state.map(CardState::as_str));
    if let Some(customer) = filter.customer {
        let condition = format!("card.customer_id = {}", listing.bind(customer));
        listing = listing.either(vec![IndexPath { table: "card", index: "card_by_customer", condition }]);
    }
    let read = read(platform, tx.macs());
    listing.scan(tx, COLUMNS, page, read)
}
