//! `GET /transactions` (money 10.9).

use causeway_domain::ids::{CustomerId, Id, PlatformConfigId, PlatformId};
use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::transactions::{self, Filter};
use causeway_wire::Page;
use causeway_wire::table::ListTransactions;
use causeway_wire::transactions::{SortOrder, Transaction, TransactionFilter};
use uuid::Uuid;

use super::render;
use crate::http::ReadCall;
use crate::money::same_name;
use crate::refusal::Refusal;

/// Lists transactions, newest first unless asked otherwise. A filter that names somebody or something unknown
/// gives an empty list.
///
/// # Errors
/// None of its own.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<ListTransactions>) -> Result<Page<Transaction>, Refusal> {
    let platform = call.platform();
    let page = call.paging.page(order(call.query.sort_order));
    let (rows, total) = transactions::list(tx, platform, &filter(platform, &call.query)?, &page)?;
    call.page(rows, total, transactions::TransactionRecord::position, |record| {
        render::transaction(platform, &record)
    })
}

const fn order(sort: SortOrder) -> Order {
    match sort {
        SortOrder::Ascending => Order::Ascending,
        SortOrder::Descending => Order::Descending,
    }
}

fn filter(platform: PlatformId, wanted: &TransactionFilter) -> Result<Filter, Refusal> {
    let text = |value: &Option<causeway_wire::Name>| value.as_ref().map(ToString::to_string);
    let own_id = text(&wanted.platform_customer_id);
    // The platform itself goes by its id in either spelling (money 1.1).
    let names_platform = own_id.as_deref().is_some_and(|id| party(id) == Some(platform.uuid()));
    Ok(Filter {
        party: wanted
            .customer_id
            .as_ref()
            .and_then(|id| party(id.as_str()))
            .or_else(|| names_platform.then(|| platform.uuid())),
        platform_customer_id: own_id.filter(|_| !names_platform),
        identifier: text(&wanted.account_identifier),
        source_identifier: text(&wanted.sender_account_identifier),
        destination_identifier: text(&wanted.receiver_account_identifier),
        status: wanted.status.map(|status| same_name(status.as_str())).transpose()?,
        kind: wanted.kind.map(|kind| same_name(kind.as_str())).transpose()?,
        reference: text(&wanted.reference),
        from: wanted.start_date.as_ref().and_then(|at| at.as_str().parse().ok()),
        to: wanted.end_date.as_ref().and_then(|at| at.as_str().parse().ok()),
    })
}

/// The UUID behind the id of a customer or of the platform in either of its spellings.
fn party(id: &str) -> Option<Uuid> {
    let customer = id.parse().map(CustomerId::uuid).ok();
    let platform = || id.parse().map(PlatformId::uuid).ok();
    let config = || id.parse().map(PlatformConfigId::uuid).ok();
    customer.or_else(platform).or_else(config)
}
