//! Lists of card transactions (cards 8.2).

use causeway_domain::Time;
use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::{CardId, CardTransactionId, CustomerId, InternalAccountId, PlatformId};
use causeway_domain::payments::Direction;
use uuid::Uuid;

use super::record::{COLUMNS, CardTransactionRecord, read, read_raw};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::{Error, Tx, params};

/// Filter for lists of card transactions; all given conditions must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Sets of cardholders; a transaction's cardholder must be in each set. An empty set selects nothing.
    pub parties: Vec<Vec<Uuid>>,
    pub card: Option<CardId>,
    /// The funding account.
    pub account: Option<InternalAccountId>,
    /// All must hold: two different directions select nothing.
    pub directions: Vec<Direction>,
    pub status: Option<CardTransactionStatus>,
    /// Inclusive lower bound of the creation time.
    pub from: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub to: Option<Time>,
}

/// Returns a page of card transactions, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    page: &Page,
) -> Result<(Vec<CardTransactionRecord>, Option<i64>), Error> {
    if filter.parties.iter().any(Vec::is_empty) {
        return Ok((Vec::new(), Some(0)));
    }
    let mut listing = Listing::new("card_transaction", "transaction_id", platform)
        .filter("card_transaction.status = $$", filter.status.map(CardTransactionStatus::as_str))
        .filter("card_transaction.created_at >= $$", filter.from)
        .filter("card_transaction.created_at <= $$", filter.to);
    for direction in &filter.directions {
        listing = listing.filter("card_transaction.direction = $$", Some(direction.as_str()));
    }
    if let Some(card) = filter.card {
        let card = listing.bind(card);
        listing = walk(listing, "card_transaction_by_card", format!("card_transaction.card_id = {card}"));
    }
    if let Some(account) = filter.account {
        let account = listing.bind(account);
        let condition = format!("card_transaction.account_id = {account}");
        listing = walk(listing, "card_transaction_by_account", condition);
    }
    for set in &filter.parties {
        let ids = set.iter().map(|id| listing.bind(*id)).collect::<Vec<_>>().join(", ");
        let condition = format!("card_transaction.customer_id IN ({ids})");
        listing = walk(listing, "card_transaction_by_customer", condition);
    }
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Returns a page of all card transactions of a period, without a total. MACs are not verified: an operator's
/// export must be complete.
pub fn list_between(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    from: Option<Time>,
    to: Option<Time>,
    page: &Page,
) -> Result<Vec<CardTransactionRecord>, Error> {
    Listing::new("card_transaction", "transaction_id", platform)
        .filter("card_transaction.created_at >= $$", from)
        .filter("card_transaction.created_at <= $$", to)
        .page(tx, COLUMNS, page, |row| read_raw(platform, row).map(|(record, ..)| record))
}

/// Filter for operators' lists of card transactions; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanFilter {
    pub card: Option<CardId>,
    pub customer: Option<CustomerId>,
    pub status: Option<CardTransactionStatus>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the card transactions of a platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &ScanFilter,
    page: &Page,
) -> Result<Scan<CardTransactionRecord>, Error> {
    let mut listing = Listing::new("card_transaction", "transaction_id", platform)
        .created_between(filter.since, filter.until)
        .filter("card_transaction.status = $$", filter.status.map(CardTransactionStatus::as_str));
    if let Some(card) = filter.card {
        let card = listing.bind(card);
        listing = walk(listing, "card_transaction_by_card", format!("card_transaction.card_id = {card}"));
    }
    if let Some(customer) = filter.customer {
        let customer = listing.bind(customer);
        let condition = format!("card_transaction.customer_id = {customer}");
        listing = walk(listing, "card_transaction_by_customer", condition);
    }
    let read = read(platform, tx.macs());
    listing.scan(tx, COLUMNS, page, read)
}

fn walk<'a>(listing: Listing<'a>, index: &'static str, condition: String) -> Listing<'a> {
    listing.either(vec![IndexPath { table: "card_transaction", index, condition }])
}

/// Returns up to `limit` card transactions whose shortfall can be collected, oldest first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn with_shortfall(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    limit: u32,
) -> Result<Vec<CardTransactionRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM card_transaction /* INDEXED BY card_transaction_short */ \
         WHERE platform_id = $1 AND has_shortfall ORDER BY created_at, transaction_id LIMIT $2"
    );
    tx.query(&sql, params![platform, limit], read(platform, tx.macs()))
}

/// Returns the ids of the card transactions of an account that have money in suspense, ordered by id.
pub fn find_suspended(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<Vec<CardTransactionId>, Error> {
    tx.query(
        "SELECT transaction_id FROM card_transaction \
         WHERE platform_id = $1 AND account_id = $2 AND has_suspended ORDER BY transaction_id",
        params![platform, account],
        |row| row.get("transaction_id"),
    )
}
