//! Orders that wait for an operator (rails 5.3, 15.5).

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::ORDER_BODY;
use causeway_rail_protocol::messages::ErrorBody;
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::orders::{ErrorClass, classify};
use causeway_rail_protocol::values::OrderState;
use causeway_store::rails::{OrderName, PinnedRail, RailOrderRecord, RailStatus, StoredState, orders, state};
use causeway_store::{Tx, payments};

use super::errors::{invalid, refused};
use crate::payments::situation::waits_for_order;
use crate::rails::feed::{WakeRequest, wake};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::{Exchange, KnownRail, NoAnswer, SignedAnswer};
use crate::runtime::timers;
use crate::runtime::upkeep::close_alert;

/// The order of a payment on its platform.
#[derive(Debug, Clone, Copy)]
pub struct OrderOnPlatform {
    pub platform: PlatformId,
    pub order: OrderName,
}

/// Releases a record that waits for an operator: the payment is refunded by it.
///
/// # Errors
/// `INVALID_INPUT` if the payment has no such order; `CONFLICT` if it does not wait.
pub fn release(tx: &mut Tx<'_>, app: &Arc<App>, of: OrderOnPlatform) -> Result<RailOrderRecord, ApiError> {
    let order = orders::lock(tx, of.platform, of.order)?.ok_or_else(|| no_order(of.order))?;
    if !order.is_held() {
        return Err(refused("The order does not wait for a release."));
    }
    let now = tx.wall();
    let released = RailOrderRecord { released_at: Some(now), changed_at: now, ..order };
    orders::update(tx, of.platform, &released)?;
    close_alert(tx, AlertKind::RailRefundHeld, &of.order.transaction.to_string())?;
    wake(tx, app, WakeRequest { platform: of.platform, order: of.order })?;
    Ok(released)
}

/// Checks that the adapter says now that it has no such order.
///
/// # Errors
/// `INVALID_INPUT` if the payment has no such order; `CONFLICT` if its rail is not enabled, the order has ended, its payment
/// does not wait for it, or the adapter knows it or does not answer.
pub async fn check_forgotten(app: &Arc<App>, of: OrderOnPlatform) -> Result<(), ApiError> {
    app.rails.reload().await?;
    let order = find(app, of).await?;
    let (rail, _) = pinned(app, &order)?;
    app.store.read(move |tx: &mut Tx<'_>| check_waits(tx, of)).await?;
    let call = Call::Status(of.order.kind, of.order.transaction);
    let answer = exchange(app, &rail, call, Bytes::new()).await;
    let answer = answer.map_err(|missing| refused(format!("The adapter does not answer: {missing}.")))?;
    let code = ErrorBody::parse(&answer.body).ok().and_then(|error| error.code());
    match classify(call.operation(), answer.status, code) {
        ErrorClass::NotFound => Ok(()),
        _ => Err(refused("The adapter does not say that it has no such order; nothing was submitted.")),
    }
}

/// Forgets the last record of an order that the adapter has forgotten, so that its bytes can be submitted again. The
/// signed answers stay.
///
/// # Errors
/// The same as [`check_forgotten`], without those about the adapter's answer.
pub fn forget_record(tx: &mut Tx<'_>, app: &App, of: OrderOnPlatform) -> Result<RailOrderRecord, ApiError> {
    let order = orders::lock(tx, of.platform, of.order)?.ok_or_else(|| no_order(of.order))?;
    let (rail, pin) = pinned(app, &order)?;
    check_waits(tx, of)?;
    let known = state::find(tx, rail.record.id)?.and_then(|known| known.memory);
    let memory =
        known.ok_or_else(|| refused("The memory of the adapter is not known yet; try again soon."))?;
    let forgotten = RailOrderRecord {
        pinned: Some(PinnedRail { memory, ..pin }),
        state: StoredState::Stored,
        revision: None,
        record: None,
        changed_at: tx.wall(),
        ..order
    };
    orders::update(tx, of.platform, &forgotten)?;
    Ok(forgotten)
}

/// Submits the stored bytes of an order, and has its payment ask for the record. Whatever the answer is, the record
/// decides.
///
/// # Errors
/// The errors of a database that is not available now.
pub async fn submit_again(app: &Arc<App>, of: OrderOnPlatform) -> Result<RailOrderRecord, ApiError> {
    let order = find(app, of).await?;
    let (rail, pin) = pinned(app, &order)?;
    let call = Call::Submit(of.order.kind, of.order.transaction);
    if let Err(missing) = exchange(app, &rail, call, pin.body.into()).await {
        tracing::warn!(rail = rail.record.name, %missing, "no answer to an order that an operator has submitted");
    }
    let shared = Arc::clone(app);
    let request = WakeRequest { platform: of.platform, order: of.order };
    app.store.write(&[], move |tx: &mut Tx<'_>| wake(tx, &shared, request)).await?;
    Ok(order)
}

async fn find(app: &App, of: OrderOnPlatform) -> Result<RailOrderRecord, ApiError> {
    let find =
        move |tx: &mut Tx<'_>| orders::find(tx, of.platform, of.order)?.ok_or_else(|| no_order(of.order));
    app.store.read(find).await
}

/// Checks that the payment of an order still waits for it. One that an operator has settled or refunded, by the word of the
/// partner, would be paid a second time.
fn check_waits(tx: &mut Tx<'_>, of: OrderOnPlatform) -> Result<(), ApiError> {
    let payment = payments::find(tx, of.platform, of.order.transaction)?;
    if payment.is_some_and(|payment| waits_for_order(&payment, of.order.kind)) {
        return Ok(());
    }
    Err(refused("The payment does not wait for this order: it has ended, or is being refunded."))
}

/// Returns the enabled rail of an order without an end, and where it was stored to go.
fn pinned(app: &App, order: &RailOrderRecord) -> Result<(Arc<KnownRail>, PinnedRail), ApiError> {
    let is_end = |known: OrderState| known.is_released() || known == OrderState::Settled;
    let has_ended = matches!(order.state, StoredState::Known(known) if is_end(known));
    let pin = order.pinned.clone().filter(|_| !has_ended);
    let pin = pin.ok_or_else(|| refused("The order has ended, or was cancelled before it was stored."))?;
    let rail = app.rails.table().rail(pin.rail);
    let rail = rail.filter(|rail| rail.record.status == RailStatus::Enabled);
    let rail = rail.ok_or_else(|| refused("The rail of the order is not enabled."))?;
    Ok((rail, pin))
}

async fn exchange(app: &App, rail: &KnownRail, call: Call, body: Bytes) -> Result<SignedAnswer, NoAnswer> {
    let exchange = Exchange { rail, call, body, limit: timers::RAIL_EXCHANGE, body_max: ORDER_BODY };
    app.rails.link().exchange(exchange).await
}

fn no_order(order: OrderName) -> ApiError {
    invalid(format!("{} has no order of the kind {}.", order.transaction, order.kind))
}
