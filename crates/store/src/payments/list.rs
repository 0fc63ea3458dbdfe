//! Lists of transactions, with their status at an instant (money 10.9).

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::{TransactionStatus, TransactionType};
use uuid::Uuid;

use super::record::{BOTH_ROWS, PaymentRecord, STATUS, columns, read, read_unchecked};
use crate::database::listing::{IndexPath, Listing, Order, Page, SecondHalf};
use crate::{Error, Tx, params};

/// Filter for lists of transactions; all given conditions must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Sets of parties (UUIDs of customers or of the platform). For each set, the payment must be on behalf
    /// of a member, or paid by the platform to a member. An empty set selects nothing.
    pub parties: Vec<Vec<Uuid>>,
    /// Account or address on either side.
    pub identifier: Option<String>,
    /// Account or address on the sending side.
    pub source_identifier: Option<String>,
    /// Account or address on the receiving side.
    pub destination_identifier: Option<String>,
    /// Status at the time of the listing. Payments in `CREATED` are listed only if requested.
    pub status: Option<TransactionStatus>,
    pub kind: Option<TransactionType>,
    /// Exact reference of the payment or of its refund.
    pub reference: Option<String>,
    /// Inclusive lower bound of the creation time.
    pub from: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub to: Option<Time>,
}

/// Finds the transaction with this id, with its status at `now`.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write its terms.
pub fn find_at(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
    now: Time,
) -> Result<Option<PaymentRecord>, Error> {
    let sql = format!(
        "SELECT {} FROM {BOTH_ROWS} WHERE payment.platform_id = $1 AND payment.transaction_id = $2",
        columns(&status_at("$3"))
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id, now], read)
}

/// Returns a page of transactions with their status at `now`, and the total number of matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    now: Time,
    page: &Page,
) -> Result<(Vec<PaymentRecord>, Option<i64>), Error> {
    if filter.parties.iter().any(Vec::is_empty) {
        return Ok((Vec::new(), Some(0)));
    }
    let mut listing = matching(platform, filter, now);
    let total = listing.count(tx)?;
    let shown = status_at(&listing.bind(now));
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, &columns(&shown), page, read)?, total))
}

/// Returns up to `limit` transactions with their status at `now`, newest first. Unlike [`list`], it reads no more rows
/// to count the matches.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn newest(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter,
    now: Time,
    limit: u32,
) -> Result<Vec<PaymentRecord>, Error> {
    if filter.parties.iter().any(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let mut listing = matching(platform, filter, now);
    let shown = status_at(&listing.bind(now));
    let page = Page { after: None, limit, order: Order::Descending };
    let read = read(platform, tx.macs());
    let mut found = listing.page(tx, &columns(&shown), &page, read)?;
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(found)
}

/// Lists the payments of a platform that match a filter at `now`. The filter has no empty set of parties.
fn matching<'a>(platform: PlatformId, filter: &'a Filter, now: Time) -> Listing<'a> {
    let mut listing = all(platform)
        .filter("payment.type = $$", filter.kind.map(TransactionType::as_str))
        .created_between(filter.from, filter.to);
    listing = narrow_to_names(listing, filter);
    listing = narrow_to_parties(listing, platform, filter);
    listing = narrow_to_type(listing, filter);
    narrow_to_status(listing, filter.status, now)
}

/// Lists all payments of a platform.
pub(super) fn all<'a>(platform: PlatformId) -> Listing<'a> {
    let half = SecondHalf { table: STATE, by_age: "payment_by_age" };
    Listing::new(PAYMENT, "transaction_id", platform).in_two_halves(half)
}

pub(super) const PAYMENT: &str = "payment";
pub(super) const STATE: &str = "payment_state";

/// Restricts a list to references and accounts. Their indexes come first, because they are the most
/// selective.
fn narrow_to_names<'a>(mut listing: Listing<'a>, filter: &'a Filter) -> Listing<'a> {
    const REFERENCE: IndexedColumn = (PAYMENT, "payment_by_reference", "reference");
    const REFUND: IndexedColumn = (STATE, "payment_state_by_refund", "refund_reference");
    const SOURCE: IndexedColumn = (PAYMENT, "payment_by_source", "source_identifier");
    const DESTINATION: IndexedColumn = (PAYMENT, "payment_by_destination", "destination_identifier");
    let names: [(&[IndexedColumn], &Option<String>); 4] = [
        (&[REFERENCE, REFUND], &filter.reference),
        (&[SOURCE], &filter.source_identifier),
        (&[DESTINATION], &filter.destination_identifier),
        (&[SOURCE, DESTINATION], &filter.identifier),
    ];
    for (places, name) in names {
        let Some(name) = name.as_deref() else { continue };
        let name = listing.bind(name);
        let paths = places.iter().map(|place| path(place, &format!("= {name}")));
        listing = listing.either(paths.collect());
    }
    listing
}

/// A table, its index, and the column by which the index finds rows.
pub(super) type IndexedColumn = (&'static str, &'static str, &'static str);

/// Returns the path of the rows whose column satisfies a comparison.
pub(super) fn path((table, index, column): &IndexedColumn, comparison: &str) -> IndexPath {
    IndexPath { table, index, condition: format!("{table}.{column} {comparison}") }
}

/// Restricts a list to parties. Sets without the platform come first: the platform itself has the most
/// payments, so its index is not scanned if a customer is named too.
fn narrow_to_parties<'a>(mut listing: Listing<'a>, platform: PlatformId, filter: &'a Filter) -> Listing<'a> {
    const PLACES: [IndexedColumn; 2] = [
        (PAYMENT, "payment_by_customer", "customer_id"),
        (PAYMENT, "payment_by_recipient", "recipient_customer_id"),
    ];
    let mut sets: Vec<&Vec<Uuid>> = filter.parties.iter().collect();
    sets.sort_by_key(|set| set.contains(&platform.uuid()));
    for set in sets {
        let ids = set.iter().map(|id| listing.bind(*id)).collect::<Vec<_>>().join(", ");
        let paths = PLACES.iter().map(|place| path(place, &format!("IN ({ids})")));
        listing = listing.either(paths.collect());
    }
    listing
}

/// Chooses the index of rare types, unless another index is chosen or the status is more selective: most
/// payments are completed.
fn narrow_to_type<'a>(listing: Listing<'a>, filter: &Filter) -> Listing<'a> {
    let is_rare = filter.kind.is_some_and(|kind| kind != TransactionType::Outgoing);
    if listing.has_choice() || !is_rare || !matches!(filter.status, None | Some(TransactionStatus::Completed))
    {
        return listing;
    }
    listing.either(vec![path(&(PAYMENT, "payment_by_type", "type"), "<> 'OUTGOING'")])
}

/// Restricts a list to a status. The index of the stored status is walked only if no other condition has an
/// index: most payments are completed.
pub(super) fn narrow_to_status<'a>(
    mut listing: Listing<'a>,
    status: Option<TransactionStatus>,
    now: Time,
) -> Listing<'a> {
    const STORED: IndexedColumn = (STATE, "payment_state_by_status", "status");
    let pending = |overdue: &str| path(&STORED, &format!("= 'PENDING' AND {overdue}"));
    let paths = match status {
        None => return listing.only("payment_state.status <> 'CREATED'"),
        Some(TransactionStatus::Pending) => {
            let now = listing.bind(now);
            vec![pending(&format!("({}) IS NOT TRUE", overdue(&now)))]
        }
        Some(TransactionStatus::Expired) => {
            let now = listing.bind(now);
            vec![path(&STORED, "= 'EXPIRED'"), pending(&overdue(&now))]
        }
        Some(status) => {
            let status = listing.bind(status.as_str());
            vec![path(&STORED, &format!("= {status}"))]
        }
    };
    listing.either(paths)
}

/// Returns the SQL expression of a payment's status at an instant. Until the expiry of a quote is written,
/// its payment is stored as pending but expired by the clock.
pub(super) fn status_at(now: &str) -> String {
    let overdue = overdue(now);
    format!("CASE WHEN {STATUS} = 'PENDING' AND {overdue} THEN 'EXPIRED' ELSE {STATUS} END")
}

/// Returns the SQL condition that the quote of a payment has expired at an instant. PostgreSQL would read all
/// quotes for an `EXISTS` in a list.
fn overdue(now: &str) -> String {
    format!(
        "(SELECT quote.expires_at FROM quote \
         WHERE quote.platform_id = payment.platform_id AND quote.quote_id = payment.quote_id) <= {now}"
    )
}

/// Returns a page of all transactions of a period, without a total. MACs are not verified.
pub fn list_between(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    from: Option<Time>,
    to: Option<Time>,
    page: &Page,
) -> Result<Vec<PaymentRecord>, Error> {
    all(platform).created_between(from, to).page(tx, &columns(STATUS), page, read_unchecked(platform))
}
