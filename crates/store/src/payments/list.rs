//! Payments as lists of transactions show them, and as they stand at an instant (money 10.9).

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::payments::{TransactionStatus, TransactionType};
use uuid::Uuid;

use super::record::{PaymentRecord, columns, read, read_unchecked};
use crate::database::listing::{IndexPath, Listing, Page};
use crate::{Error, Tx, params};

/// Which transactions to list; all that is given must hold.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Of each of these sets: on behalf of one of them (a customer's UUID or the platform's), or paid by the
    /// platform to one of them. An empty set selects nothing.
    pub parties: Vec<Vec<Uuid>>,
    /// With this account or address on either side.
    pub identifier: Option<String>,
    /// With it on the sending side.
    pub source_identifier: Option<String>,
    /// With it on the receiving side.
    pub destination_identifier: Option<String>,
    /// Showing this status; those in `CREATED` are listed only when asked for.
    pub status: Option<TransactionStatus>,
    /// Of this type.
    pub kind: Option<TransactionType>,
    /// With exactly this reference, of the payment or of its refund.
    pub reference: Option<String>,
    /// Created at or after this instant.
    pub from: Option<Time>,
    /// Created at or before this instant.
    pub to: Option<Time>,
}

/// The transaction with this id as it shows at `now`.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write its terms; whatever the database refuses.
pub fn find_at(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
    now: Time,
) -> Result<Option<PaymentRecord>, Error> {
    let sql = format!(
        "SELECT {} FROM payment WHERE payment.platform_id = $1 AND transaction_id = $2",
        columns(&status_at("$3"))
    );
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, params![platform, id, now], read)
}

/// Returns a page of transactions as they show at `now`, and how many match in all.
///
/// # Errors
/// [`Error::NotAuthentic`] when this service did not write one of them; whatever the database refuses.
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
    let mut listing = Listing::new("payment", "transaction_id", platform)
        .filter("payment.type = $$", filter.kind.map(TransactionType::as_str))
        .filter("payment.created_at >= $$", filter.from)
        .filter("payment.created_at <= $$", filter.to);
    listing = narrow_to_names(listing, filter);
    listing = narrow_to_parties(listing, platform, filter);
    listing = narrow_to_type(listing, filter);
    let shown = status_at(&listing.bind(now));
    listing = narrow_to_status(listing, filter.status, &shown);
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, &columns(&shown), page, read)?, listing.count(tx)?))
}

/// References and accounts leave few rows, so that they are walked along before anything else.
fn narrow_to_names<'a>(mut listing: Listing<'a>, filter: &'a Filter) -> Listing<'a> {
    const REFERENCE: Named = ("payment_by_reference", "payment.reference");
    const REFUND: Named = ("payment_by_refund", "payment.refund_reference");
    const SOURCE: Named = ("payment_by_source", "payment.source_identifier");
    const DESTINATION: Named = ("payment_by_destination", "payment.destination_identifier");
    let names: [(&[Named], &Option<String>); 4] = [
        (&[REFERENCE, REFUND], &filter.reference),
        (&[SOURCE], &filter.source_identifier),
        (&[DESTINATION], &filter.destination_identifier),
        (&[SOURCE, DESTINATION], &filter.identifier),
    ];
    for (places, name) in names {
        let Some(name) = name.as_deref() else { continue };
        let name = listing.bind(name);
        let paths =
            places.iter().map(|(index, column)| IndexPath { index, condition: format!("{column} = {name}") });
        listing = listing.either(paths.collect());
    }
    listing
}

/// An index, and the column that it finds rows by.
type Named = (&'static str, &'static str);

/// The platform itself has the most payments, so that it is not walked along where a customer is named too.
fn narrow_to_parties<'a>(mut listing: Listing<'a>, platform: PlatformId, filter: &'a Filter) -> Listing<'a> {
    const PLACES: [Named; 2] = [
        ("payment_by_customer", "payment.customer_id"),
        ("payment_by_recipient", "payment.recipient_customer_id"),
    ];
    let mut sets: Vec<&Vec<Uuid>> = filter.parties.iter().collect();
    sets.sort_by_key(|set| set.contains(&platform.uuid()));
    for set in sets {
        let ids = set.iter().map(|id| listing.bind(*id)).collect::<Vec<_>>().join(", ");
        let paths =
            PLACES.map(|(index, column)| IndexPath { index, condition: format!("{column} IN ({ids})") });
        listing = listing.either(paths.to_vec());
    }
    listing
}

/// A type that few payments have is walked along, unless the status leaves fewer: most payments are completed.
fn narrow_to_type<'a>(listing: Listing<'a>, filter: &Filter) -> Listing<'a> {
    let is_rare = filter.kind.is_some_and(|kind| kind != TransactionType::Outgoing);
    if listing.has_choice() || !is_rare || !matches!(filter.status, None | Some(TransactionStatus::Completed))
    {
        return listing;
    }
    listing.either(vec![IndexPath {
        index: "payment_by_type",
        condition: "payment.type <> 'OUTGOING'".to_owned(),
    }])
}

/// The written status is walked along only where nothing else narrows the list: most payments are completed.
fn narrow_to_status<'a>(
    mut listing: Listing<'a>,
    status: Option<TransactionStatus>,
    shown: &str,
) -> Listing<'a> {
    let Some(status) = status else {
        return listing.only(&format!("{shown} <> 'CREATED'"));
    };
    let wanted = listing.bind(status.as_str());
    if !listing.has_choice() {
        let written = |value: &str| IndexPath {
            index: "payment_by_status",
            condition: format!("payment.status = {value}"),
        };
        let mut paths = vec![written(&wanted)];
        if status == TransactionStatus::Expired {
            paths.push(written("'PENDING'"));
        }
        listing = listing.either(paths);
    }
    listing.only(&format!("{shown} = {wanted}"))
}

/// The status of a payment at an instant: until the expiry of a quote is written, its payment is pending by what
/// is written and expired by the clock. Not a column, so that no index is taken for it.
fn status_at(now: &str) -> String {
    format!(
        "CASE WHEN payment.status = 'PENDING' AND EXISTS (SELECT 1 FROM quote \
         WHERE quote.platform_id = payment.platform_id AND quote.quote_id = payment.quote_id \
         AND quote.expires_at <= {now}) THEN 'EXPIRED' ELSE payment.status END"
    )
}

/// A page of all transactions of a period, uncounted.
///
/// # Errors
/// Whatever the database refuses.
pub fn list_between(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    from: Option<Time>,
    to: Option<Time>,
    page: &Page,
) -> Result<Vec<PaymentRecord>, Error> {
    Listing::new("payment", "transaction_id", platform)
        .filter("payment.created_at >= $$", from)
        .filter("payment.created_at <= $$", to)
        .page(tx, &columns("payment.status"), page, read_unchecked(platform))
}
