//! Lists of payments for operators: by one index, with the status at an instant, and without a total.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use uuid::Uuid;

use super::list::{IndexedColumn, PAYMENT, STATE, all, narrow_to_status, path, status_at};
use super::open::REFUNDING;
use super::record::{BOTH_ROWS, PaymentRecord, STATUS, columns, read_unchecked};
use crate::database::listing::{IndexPath, Listing, Page};
use crate::{Error, Tx, Value};

/// The index by which payments are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkBy<'a> {
    Age,
    /// Exact reference of the payment or of its refund.
    Reference(&'a str),
    /// Account or UMA address on either side.
    Identifier(&'a str),
    /// The UUID of a customer or of the platform, as the party or as the recipient of a platform's own payment.
    Party(Uuid),
    /// Status at the time of the listing.
    Status(TransactionStatus),
    /// Payments under way, and those with a pending refund.
    Open,
    Incoming,
}

/// A walk along an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk<'a> {
    pub by: WalkBy<'a>,
    /// Inclusive lower bound of the creation time.
    pub from: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub to: Option<Time>,
}

/// Returns a page of payments with their status at `now`, and one more if another page follows. MACs are not verified,
/// so that a forged row does not hide the others.
pub fn walk(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    walk: &Walk<'_>,
    now: Time,
    page: &Page,
) -> Result<Vec<PaymentRecord>, Error> {
    const REFERENCE: IndexedColumn = (PAYMENT, "payment_by_reference", "reference");
    const REFUND: IndexedColumn = (STATE, "payment_state_by_refund", "refund_reference");
    const SOURCE: IndexedColumn = (PAYMENT, "payment_by_source", "source_identifier");
    const DESTINATION: IndexedColumn = (PAYMENT, "payment_by_destination", "destination_identifier");
    const CUSTOMER: IndexedColumn = (PAYMENT, "payment_by_customer", "customer_id");
    const RECIPIENT: IndexedColumn = (PAYMENT, "payment_by_recipient", "recipient_customer_id");
    const TYPE: IndexedColumn = (PAYMENT, "payment_by_type", "type");
    let mut listing = all(platform).created_between(walk.from, walk.to);
    listing = match walk.by {
        WalkBy::Age => listing,
        WalkBy::Reference(text) => equal(listing, text, &[REFERENCE, REFUND]),
        WalkBy::Identifier(text) => equal(listing, text, &[SOURCE, DESTINATION]),
        WalkBy::Party(party) => equal(listing, party, &[CUSTOMER, RECIPIENT]),
        WalkBy::Status(status) => narrow_to_status(listing, Some(status), now),
        WalkBy::Open => listing.either(open_paths()),
        WalkBy::Incoming => listing.either(vec![path(&TYPE, "<> 'OUTGOING'")]),
    };
    // With a known status, no quote is read a second time.
    let shown = if let WalkBy::Status(status) = walk.by {
        format!("'{status}'")
    } else {
        status_at(&listing.bind(now))
    };
    listing.page(tx, &columns(&shown), page, read_unchecked(platform))
}

/// Returns the payments among these ids, in any order. MACs are not verified, as in [`walk`].
pub fn among(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    ids: &[TransactionId],
) -> Result<Vec<PaymentRecord>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // Powers of two keep the number of prepared statements small.
    let count = ids.len().next_power_of_two();
    let places: Vec<String> = (2..count + 2).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT {} FROM {BOTH_ROWS} WHERE payment.platform_id = $1 AND payment.transaction_id IN ({})",
        columns(STATUS),
        places.join(", ")
    );
    let mut values = vec![Value::from(platform)];
    values.extend(ids.iter().cycle().take(count).map(|id| Value::from(*id)));
    tx.query(&sql, &values, read_unchecked(platform))
}

fn equal<'a>(mut listing: Listing<'a>, value: impl Into<Value<'a>>, places: &[IndexedColumn]) -> Listing<'a> {
    let value = listing.bind(value);
    let paths = places.iter().map(|place| path(place, &format!("= {value}")));
    listing.either(paths.collect())
}

/// Returns the paths of open payments. Each is in the order of the list and ends after a page and one row more, so that
/// a page reads at most four times that many rows, however many payments are open.
///
/// One path over an index of all open payments would read a quarter of them. It would add an entry to each change of
/// each payment, for a list that is for operators.
fn open_paths() -> Vec<IndexPath> {
    const STORED: IndexedColumn = (STATE, "payment_state_by_status", "status");
    let under_way = ["PENDING", "PENDING_AUTHORIZATION", "PROCESSING"];
    let mut paths: Vec<IndexPath> =
        under_way.iter().map(|status| path(&STORED, &format!("= '{status}'"))).collect();
    paths.push(IndexPath { table: STATE, index: "payment_state_refunding", condition: REFUNDING.to_owned() });
    paths
}
