//! `GET /transactions` (money 10.9).

use causeway_domain::ids::{Id, PartyFilter, PlatformId};
use causeway_store::listing::Order;
use causeway_store::payments::{self, Filter};
use causeway_store::{Tx, customers};
use causeway_wire::transactions::{Transaction, TransactionFilter};
use causeway_wire::{Page, SortOrder};
use uuid::Uuid;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::sent_instant;
use crate::runtime::paging::Paging;

/// Lists transactions, newest first unless asked otherwise. A filter that names somebody or something unknown
/// gives an empty list.
///
/// # Errors
/// None of its own.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    wanted: &TransactionFilter,
    paging: &Paging,
) -> Result<Page<Transaction>, ApiError> {
    let platform = context.platform;
    let page = paging.page(order(wanted.sort_order));
    let (rows, total) = match filter(tx, platform, wanted)? {
        Some(filter) => payments::list(tx, platform, &filter, context.now, &page)?,
        None => (Vec::new(), Some(0)),
    };
    paging.finish(rows, total, payments::PaymentRecord::position, |record| {
        render::transaction(platform, &record)
    })
}

const fn order(sort: SortOrder) -> Order {
    match sort {
        SortOrder::Ascending => Order::Ascending,
        SortOrder::Descending => Order::Descending,
    }
}

/// None where no payment can match: card transactions, of which there are none yet, have a type and statuses of their
/// own.
fn filter(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    wanted: &TransactionFilter,
) -> Result<Option<Filter>, ApiError> {
    let status = wanted.status.map(|status| status.as_str().parse()).transpose();
    let kind = wanted.kind.map(|kind| kind.as_str().parse()).transpose();
    let (Ok(status), Ok(kind)) = (status, kind) else { return Ok(None) };
    let text = |value: &Option<causeway_wire::Name>| value.as_ref().map(ToString::to_string);
    let mut parties = Vec::new();
    if let Some(id) = wanted.customer_id {
        parties.push(party(platform, id).into_iter().collect());
    }
    if let Some(name) = &wanted.platform_customer_id {
        parties.push(named(tx, platform, name.as_str())?);
    }
    Ok(Some(Filter {
        parties,
        identifier: text(&wanted.account_identifier),
        source_identifier: text(&wanted.sender_account_identifier),
        destination_identifier: text(&wanted.receiver_account_identifier),
        status,
        kind,
        reference: text(&wanted.reference),
        from: sent_instant(wanted.start_date.as_ref())?,
        to: sent_instant(wanted.end_date.as_ref())?,
    }))
}

/// The party behind an id, as transactions carry it: a customer, or the platform itself in either spelling of its
/// id (money 1.1). No other platform is a party of this one's transactions.
fn party(platform: PlatformId, id: PartyFilter) -> Option<Uuid> {
    match id {
        PartyFilter::Customer(id) => Some(id.uuid()).filter(|customer| *customer != platform.uuid()),
        PartyFilter::Platform(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
        PartyFilter::PlatformConfig(id) => Some(id.uuid()).filter(|own| *own == platform.uuid()),
    }
}

/// The parties that the platform knows under its own identifier; it knows itself by its id.
fn named(tx: &mut Tx<'_>, platform: PlatformId, name: &str) -> Result<Vec<Uuid>, ApiError> {
    let customers = customers::all_with_own_id(tx, platform, name)?;
    let id: Option<PartyFilter> = name.parse().ok();
    let itself = id.and_then(|id| party(platform, id)).filter(|party| *party == platform.uuid());
    Ok(customers.into_iter().map(Id::uuid).chain(itself).collect())
}
