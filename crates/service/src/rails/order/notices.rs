//! Alerts about orders. They name no person, and nothing that the partner says in its own words (rails 15.3).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{OrderReason, OrderState};
use causeway_store::rails::OrderName;
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

use super::limits::LimitBreach;
use super::stored_order::StoredOrder;
use crate::rails::feed::report_unknown_value;

/// The actor that is shown for alerts closed here.
const BY: &str = "the service";

/// Raises an alert about an order without a route.
pub(super) fn no_route(
    tx: &mut Tx<'_>,
    ids: &Ids,
    platform: PlatformId,
    name: OrderName,
) -> Result<(), Error> {
    let detail = json!({ "kind": name.kind.as_str(), "commands": ["causeway rail list"] });
    raise(tx, ids, Some(platform), AlertKind::RailNoRoute, &name.transaction.to_string(), &detail)
}

/// Raises an alert about an order above a limit of its rail.
pub(super) fn limit_reached(
    tx: &mut Tx<'_>,
    ids: &Ids,
    platform: PlatformId,
    name: OrderName,
    breach: LimitBreach,
    rail: &str,
) -> Result<(), Error> {
    let detail = json!({
        "kind": name.kind.as_str(),
        "rail": rail,
        "limit": breach.to_string(),
        "commands": [format!("causeway rail-limit set {rail} --currency CURRENCY")],
    });
    raise(tx, ids, Some(platform), AlertKind::RailLimitReached, &name.transaction.to_string(), &detail)
}

/// Closes the alerts about an order that waited to be stored.
pub(super) fn close_waiting(tx: &mut Tx<'_>, transaction: TransactionId) -> Result<(), Error> {
    let subject = transaction.to_string();
    for kind in [AlertKind::RailNoRoute, AlertKind::RailLimitReached] {
        alerts::close_about(tx, kind, &subject, BY)?;
    }
    Ok(())
}

/// Raises an alert about a record that frees money and waits for an operator.
pub(super) fn refund_held(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    state: OrderState,
) -> Result<(), Error> {
    let subject = order.name.transaction.to_string();
    let detail = json!({
        "kind": order.name.kind.as_str(),
        "rail": order.rail.record.name,
        "state": state.as_str(),
        "commands": [format!("causeway rail-order release {subject} --kind {} --reason TEXT", order.name.kind)],
    });
    raise(tx, ids, Some(order.platform), AlertKind::RailRefundHeld, &subject, &detail)
}

/// Raises an alert about a request that the adapter has refused.
pub(super) fn order_refused(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    words: &str,
) -> Result<(), Error> {
    let subject = order.name.transaction.to_string();
    let detail = json!({
        "kind": order.name.kind.as_str(),
        "rail": order.rail.record.name,
        "what": words,
        "commands": [format!("causeway rail-order show {subject}")],
    });
    raise(tx, ids, Some(order.platform), AlertKind::RailOrderRefused, &subject, &detail)
}

/// Raises an alert about an order that cannot be written.
pub(super) fn unwritable(
    tx: &mut Tx<'_>,
    ids: &Ids,
    platform: PlatformId,
    name: OrderName,
    member: &str,
) -> Result<(), Error> {
    let what = format!("the order cannot be written: {member}");
    let detail = json!({ "kind": name.kind.as_str(), "what": what });
    raise(tx, ids, Some(platform), AlertKind::RailOrderRefused, &name.transaction.to_string(), &detail)
}

/// Raises the alerts about the reason of a failure (rails 7.5) and about values that this version does not know (rails
/// 4).
pub(super) fn about_record(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &OrderRecord,
) -> Result<(), Error> {
    let rail = &order.rail.record.name;
    let subject = order.name.transaction.to_string();
    let detail =
        json!({ "rail": rail, "kind": order.name.kind.as_str(), "reason": record.reason().as_str() });
    if record.state() == OrderState::Failed {
        match record.reason() {
            OrderReason::ComplianceRejected | OrderReason::LimitExceeded => {
                raise(tx, ids, Some(order.platform), AlertKind::RailPaymentRefused, &subject, &detail)?;
            }
            OrderReason::InsufficientLiquidity => {
                raise(tx, ids, None, AlertKind::RailOutOfFunds, rail, &detail)?;
            }
            OrderReason::AccountInvalid
            | OrderReason::AccountCannotReceive
            | OrderReason::CutOffMissed
            | OrderReason::PartnerUnavailable
            | OrderReason::InvalidFormat
            | OrderReason::Returned
            | OrderReason::Other => {}
        }
    }
    let state = record.state.unknown().map(|value| ("state", value));
    let reason = record.reason.as_ref().and_then(|reason| reason.unknown()).map(|value| ("reason", value));
    for (member, value) in state.into_iter().chain(reason) {
        report_unknown_value(tx, ids, rail, member, value)?;
    }
    Ok(())
}

fn raise(
    tx: &mut Tx<'_>,
    ids: &Ids,
    platform: Option<PlatformId>,
    kind: AlertKind,
    subject: &str,
    detail: &Json,
) -> Result<(), Error> {
    alerts::raise(tx, platform, ids.next(tx.wall()), kind, subject, detail)
}
