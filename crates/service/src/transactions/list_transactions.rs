//! `GET /transactions` (money 10.9, cards 8.2).

use std::cmp::Reverse;

use causeway_domain::ids::PlatformId;
use causeway_store::listing::{MAX_COUNT, Order, Position};
use causeway_store::payments::{self, Filter};
use causeway_store::{Tx, card_transactions};
use causeway_wire::transactions::{Transaction, TransactionFilter};
use causeway_wire::{Page, SortOrder};

use super::parties::parties;
use super::{cards, render};
use crate::card_transactions::among_transactions;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{sent_instant, sent_start};
use crate::runtime::paging::Paging;

/// Lists transactions, newest first unless requested otherwise. A filter for an unknown party or reference
/// gives an empty list.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &TransactionFilter,
    paging: &Paging,
) -> Result<Page<Transaction>, ApiError> {
    let platform = context.platform;
    let page = paging.page(order(query.sort_order));
    let (payments, payments_total) = match filter(tx, platform, query)? {
        Some(filter) => payments::list(tx, platform, &filter, context.now, &page)?,
        None => (Vec::new(), Some(0)),
    };
    let (cards, cards_total) = match cards::filter(tx, platform, query)? {
        Some(filter) => card_transactions::list(tx, platform, &filter, &page)?,
        None => (Vec::new(), Some(0)),
    };
    let total = payments_total.zip(cards_total).map(|(payments, cards)| payments + cards);
    let rows = payments.into_iter().map(|record| Row::Payment(Box::new(record)));
    let rows = merged(rows.chain(cards.into_iter().map(|record| Row::Card(Box::new(record)))), page.order);
    paging.finish(rows, total.filter(|total| *total <= MAX_COUNT), Row::position, |row| match row {
        Row::Payment(record) => render::transaction(platform, &record),
        Row::Card(record) => among_transactions(&record),
    })
}

/// A row of one of the two lists.
enum Row {
    Payment(Box<payments::PaymentRecord>),
    Card(Box<card_transactions::CardTransactionRecord>),
}

impl Row {
    fn position(&self) -> Position {
        match self {
            Self::Payment(record) => record.position(),
            Self::Card(record) => record.position(),
        }
    }
}

/// Merges both lists into one order. Each list has a page of rows and one more, so that the merged page is
/// complete.
fn merged(rows: impl Iterator<Item = Row>, order: Order) -> Vec<Row> {
    let mut rows: Vec<Row> = rows.collect();
    let key = |row: &Row| (row.position().at, row.position().id);
    match order {
        Order::Ascending => rows.sort_by_key(key),
        Order::Descending => rows.sort_by_key(|row| Reverse(key(row))),
    }
    rows
}

const fn order(sort: SortOrder) -> Order {
    match sort {
        SortOrder::Ascending => Order::Ascending,
        SortOrder::Descending => Order::Descending,
    }
}

/// Translates the filter for payments, or returns `None` if none can match: card transactions have their own
/// type and statuses.
fn filter(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    query: &TransactionFilter,
) -> Result<Option<Filter>, ApiError> {
    let status = query.status.map(|status| status.of_payments());
    let kind = query.kind.map(|kind| kind.of_payments());
    if status == Some(None) || kind == Some(None) || query.card_id.is_some() {
        return Ok(None);
    }
    let text = |value: &Option<causeway_wire::IdentifierFilter>| value.as_ref().map(ToString::to_string);
    Ok(Some(Filter {
        parties: parties(tx, platform, query)?,
        identifier: text(&query.account_identifier),
        source_identifier: text(&query.sender_account_identifier),
        destination_identifier: text(&query.receiver_account_identifier),
        status: status.flatten(),
        kind: kind.flatten(),
        reference: text(&query.reference),
        from: sent_start(query.start_date.as_ref())?,
        to: sent_instant(query.end_date.as_ref())?,
    }))
}
