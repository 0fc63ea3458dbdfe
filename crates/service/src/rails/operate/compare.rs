//! Comparing the orders of the service with those of an adapter (rails 5.3).

use std::sync::Arc;

use causeway_domain::Amount;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_rail_protocol::values::{OrderKind, References};
use causeway_store::rails::{OrderName, RailOrderRecord, orders, state, sums};
use causeway_store::{Error, Tx};

use super::errors::no_rail;
use super::feed_copy::{FeedCopy, read_copy};
use super::references::references_of;
use crate::rails::feed::position;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::KnownRail;

/// Maximum number of open orders that are compared.
const ORDERS: u32 = 100_000;

/// The differences between the orders of the service and those of an adapter.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Number of feed items that the adapter has told.
    pub items: usize,
    /// `false` if the adapter no longer keeps the beginning of its feed.
    pub is_whole: bool,
    /// Number of open orders of the service.
    pub open: usize,
    /// Orders of the adapter that the service does not know.
    pub unknown: Vec<UnknownOrder>,
    /// Open orders of the service that the adapter's feed does not name.
    pub forgotten: Vec<ForgottenOrder>,
}

/// An order of an adapter that the service does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownOrder {
    pub transaction: TransactionId,
    pub kind: OrderKind,
    pub state: Option<String>,
    /// `None` for a tombstone.
    pub amount: Option<Amount>,
}

/// An open order that the adapter does not name.
#[derive(Debug, Clone, PartialEq)]
pub struct ForgottenOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    pub kind: OrderKind,
    /// State of the last record; `STORED` or `REFUSED` before the first.
    pub state: &'static str,
    pub amount: Amount,
    /// References that the partner may have; `None` only if the stored bytes cannot be read.
    pub references: Option<References>,
}

/// Reads the whole feed of an adapter and compares it with the orders of the service. Changes nothing.
///
/// # Errors
/// `INVALID_INPUT` if there is no such rail; `CONFLICT` if the adapter does not answer.
pub async fn compare(app: &Arc<App>, name: &str) -> Result<Comparison, ApiError> {
    app.rails.reload().await?;
    let rail = app.rails.table().named(name).ok_or_else(|| no_rail(name))?;
    let id = rail.record.id;
    let find = move |tx: &mut Tx<'_>| state::find(tx, id)?.ok_or(Error::Missing);
    let known = app.store.read(find).await?;
    let copy = read_copy(app, &rail, position(known.cursor)?).await?;
    app.store.read(move |tx: &mut Tx<'_>| Ok::<_, ApiError>(compare_with(tx, &rail, &copy)?)).await
}

fn compare_with(tx: &mut Tx<'_>, rail: &KnownRail, copy: &FeedCopy) -> Result<Comparison, Error> {
    let id = rail.record.id;
    let mut unknown = Vec::new();
    for item in copy.orders.values() {
        let Some(order) = item.subject else { continue };
        if orders::platform_of(tx, id, order)?.is_none() {
            let OrderName { transaction, kind } = order;
            unknown.push(UnknownOrder { transaction, kind, state: item.state.clone(), amount: item.amount });
        }
    }
    let open = sums::open_of(tx, id, ORDERS)?;
    let is_named =
        |order: &RailOrderRecord| copy.orders.contains_key(&(order.transaction, order.kind.as_str()));
    let forgotten =
        open.iter().filter(|(_, order)| !is_named(order)).map(|(platform, order)| ForgottenOrder {
            platform: *platform,
            transaction: order.transaction,
            kind: order.kind,
            state: order.state.as_str(),
            amount: order.amount,
            references: references_of(order),
        });
    Ok(Comparison {
        items: copy.items,
        is_whole: copy.is_whole,
        open: open.len(),
        unknown,
        forgotten: forgotten.collect(),
    })
}
