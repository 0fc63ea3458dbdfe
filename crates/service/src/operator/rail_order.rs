//! Orders at rails (rails 7, 17.1).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, RailId, TransactionId};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::{EndToEndId, OrderKind};
use causeway_store::Tx;
use causeway_store::rails::{self, OrderName, RailOrderRecord, accounts, orders};
use serde::Serialize;
use serde_json::Value as Json;

use super::dry_run::Forecast;
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, Kind, Money, OperatorError, Subject, arguments, noun, option};
use crate::rails::operate::{self, OrderOnPlatform};
use crate::runtime::context::Context;

noun! {
    /// Orders of payments at rails
    "rail-order" {
        /// Show the orders of a payment with their last records
        "show": Look => read_masked(show),
        /// Release a failed or returned order that waits for an operator: the payment is refunded
        "release": Money => change(release).irreversible(),
        /// Submit an order again that the adapter says it has forgotten
        "resubmit": Money => act(preview_resubmit, resubmit).with_platform().irreversible(),
    }
}

arguments! {
    pub(super) struct PaymentRequest {
        transaction: TransactionId = TransactionId::ARGUMENT,
    }

    struct OrderRequest {
        transaction: TransactionId = TransactionId::ARGUMENT,
        kind: Option<OrderKind> = option("PAYOUT or COLLECTION [default: the only order of the payment]"),
    }
}

impl PaymentRequest {
    /// Returns the payment.
    pub(super) const fn transaction(&self) -> TransactionId {
        self.transaction
    }
}

/// An order at a rail, with its last record.
#[derive(Serialize)]
pub(super) struct RailOrderView {
    transaction: TransactionId,
    kind: &'static str,
    /// `None` for an order that was cancelled before it was stored.
    rail: Option<String>,
    account: Option<String>,
    corridor: Option<String>,
    amount: Money,
    /// `STORED` before the first record, or `REFUSED` if the adapter has refused the request.
    state: &'static str,
    revision: Option<i64>,
    /// Digest of the submitted bytes.
    order_digest: Option<String>,
    /// References by which the partner knows the order; only the first if it was cancelled before it was stored.
    end_to_end_id: String,
    uetr: Option<String>,
    short_reference: Option<String>,
    /// Time since which the record waits for an operator.
    held_at: Option<Time>,
    released_at: Option<Time>,
    created_at: Time,
    updated_at: Time,
    /// The last record as the adapter has told it.
    record: Option<Json>,
    /// The next commands, complete.
    commands: Vec<String>,
}

fn show(tx: &mut Tx<'_>, viewer: &Viewer, request: &PaymentRequest) -> Answer<Vec<RailOrderView>> {
    let found = of_payment(tx, viewer.platform.id, request.transaction, viewer.personal)?;
    if found.is_empty() {
        return Err(no_order(request.transaction));
    }
    Ok(found)
}

/// Returns the orders of a payment as a viewer may see them.
pub(super) fn of_payment(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    personal: PersonalData,
) -> Answer<Vec<RailOrderView>> {
    let found = orders::of_payment(tx, platform, transaction)?;
    found.into_iter().map(|order| view(tx, order, personal)).collect()
}

/// Members of a record that can name persons.
const PERSONAL: [&str; 2] = ["partnerText", "payeeVerification"];

fn view(tx: &mut Tx<'_>, order: RailOrderRecord, personal: PersonalData) -> Answer<RailOrderView> {
    let pinned = order.pinned.as_ref();
    let rail = match pinned {
        Some(pin) => Some(rail_name(tx, pin.rail)?),
        None => None,
    };
    let account = match pinned {
        Some(pin) => accounts::find(tx, pin.account)?.map(|account| account.name),
        None => None,
    };
    let mut record = order.record.clone();
    if !personal.may_see_person()
        && let Some(members) = record.as_mut().and_then(Json::as_object_mut)
    {
        for name in PERSONAL {
            if let Some(member) = members.get_mut(name).filter(|member| !member.is_null()) {
                *member = personal.show("").into();
            }
        }
    }
    Ok(RailOrderView {
        transaction: order.transaction,
        kind: order.kind.as_str(),
        rail,
        account,
        corridor: pinned.map(|pin| pin.corridor.clone()),
        amount: order.amount.into(),
        state: order.state.as_str(),
        revision: order.revision,
        order_digest: pinned.map(|pin| ContentDigest::from_bytes(pin.digest).to_string()),
        end_to_end_id: EndToEndId { kind: order.kind, transaction: order.transaction }.to_string(),
        uetr: operate::references_of(&order).map(|references| references.uetr.to_string()),
        short_reference: pinned.map(|pin| pin.short.clone()),
        held_at: order.held_at,
        released_at: order.released_at,
        created_at: order.created_at,
        updated_at: order.changed_at,
        record,
        commands: commands(&order),
    })
}

/// Returns the name of a rail, or its id if it was removed.
fn rail_name(tx: &mut Tx<'_>, rail: RailId) -> Answer<String> {
    let known = rails::all(tx)?.into_iter().find(|known| known.id == rail);
    Ok(known.map_or_else(|| rail.to_string(), |known| known.name))
}

fn commands(order: &RailOrderRecord) -> Vec<String> {
    let transaction = order.transaction;
    let mut commands = vec![format!("causeway rail-evidence show {transaction}")];
    if order.is_held() {
        commands
            .push(format!("causeway rail-order release {transaction} --kind {} --reason TEXT", order.kind));
    }
    commands
}

fn release(tx: &mut Tx<'_>, context: &Context, request: &OrderRequest) -> Answer<RailOrderView> {
    let order = name(tx, context.platform, request)?;
    let of = OrderOnPlatform { platform: context.platform, order };
    let released = operate::release(tx, &context.app, of)?;
    view(tx, released, PersonalData::ALL)
}

async fn preview_resubmit(call: Call, request: OrderRequest) -> Answer<Forecast> {
    let app = Arc::clone(&call.app);
    let of = find(&call, request).await?;
    operate::check_forgotten(&app, of).await?;
    let transaction = of.order.transaction;
    Ok(Forecast::of(vec![format!("submit the stored bytes of the order of {transaction} again")]))
}

async fn resubmit(call: Call, request: OrderRequest) -> Answer<RailOrderView> {
    let app = Arc::clone(&call.app);
    let of = find(&call, request).await?;
    operate::check_forgotten(&app, of).await?;
    let forget = move |tx: &mut Tx<'_>, context: &Context| {
        let order = operate::forget_record(tx, &context.app, of)?;
        view(tx, order, PersonalData::ALL)
    };
    let view = call.change(forget).await?;
    operate::submit_again(&app, of).await?;
    Ok(view)
}

async fn find(call: &Call, request: OrderRequest) -> Answer<OrderOnPlatform> {
    let find = move |tx: &mut Tx<'_>, call: &Call| {
        let platform = call.platform.find(tx)?.id;
        Ok(OrderOnPlatform { platform, order: name(tx, platform, &request)? })
    };
    call.clone().read(find).await
}

/// Returns the name of the order that is meant.
fn name(tx: &mut Tx<'_>, platform: PlatformId, request: &OrderRequest) -> Answer<OrderName> {
    let transaction = request.transaction;
    if let Some(kind) = request.kind {
        return Ok(OrderName { transaction, kind });
    }
    match orders::of_payment(tx, platform, transaction)?.as_slice() {
        [only] => Ok(OrderName { transaction, kind: only.kind }),
        [] => Err(no_order(transaction)),
        _ => Err(OperatorError::invalid("the payment has two orders").remedy("choose one with --kind")),
    }
}

/// Refuses an action about a payment without an order.
pub(super) fn no_order(transaction: TransactionId) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("{transaction} has no order at a rail"))
        .remedy(format!("see what it waits for: causeway payment show {transaction}"))
}
