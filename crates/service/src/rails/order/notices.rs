//! Alerts about orders. They name no person, and nothing that the partner says in its own words (rails 15.3).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Ids};
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{OrderReason, OrderState};
use causeway_store::rails::{OrderName, RailLimits, RailRecord, accounts};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

use super::limits::{LimitBreach, limits_of};
use super::new_order::NewOrder;
use super::stored_order::StoredOrder;
use crate::rails::route_advice;
use crate::runtime::rails::RailTable;
use crate::runtime::upkeep::close_alert;

/// Raises an alert about an order without a route, with the commands after which one takes it.
pub(super) fn no_route(tx: &mut Tx<'_>, ids: &Ids, table: &RailTable, order: &NewOrder) -> Result<(), Error> {
    let name = order.name();
    let query = order.query();
    let test = route_advice::test_command(order.direction(), &query);
    let further = route_advice::commands(table, order.direction(), &query);
    let commands: Vec<String> = [test].into_iter().chain(further).collect();
    let detail = json!({
        "kind": name.kind.as_str(),
        "account_type": query.account_type,
        "payment_rail": query.rail.map(|rail| rail.as_str()),
        "currency": query.currency.to_string(),
        "amount": order.amount().minor,
        "commands": commands,
    });
    raise(tx, ids, Some(order.platform()), AlertKind::RailNoRoute, &name.transaction.to_string(), &detail)
}

/// Raises an alert about an order above a limit of its rail, with the command that sets the present limits: one that leaves
/// any of them out would remove it. An open alert gets the limits of now.
pub(super) fn limit_reached(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &NewOrder,
    breach: LimitBreach,
    rail: &RailRecord,
) -> Result<(), Error> {
    let kind = AlertKind::RailLimitReached;
    let subject = order.name().transaction.to_string();
    let Amount { minor, currency } = order.amount();
    let detail = json!({
        "kind": order.name().kind.as_str(),
        "rail": rail.name,
        "limit": breach.to_string(),
        "amount": { "amount": minor, "currency": currency },
        "commands": [limit_command(rail, order.amount())],
    });
    match alerts::find_open(tx, kind, &subject)? {
        Some(open) if open.detail == detail => Ok(()),
        Some(open) => alerts::update_detail(tx, open.id, &detail),
        None => raise(tx, ids, Some(order.platform()), kind, &subject, &detail),
    }
}

fn limit_command(rail: &RailRecord, amount: Amount) -> String {
    let RailLimits { maximum_order, daily_out, open_out, daily_refunds, return_hold } =
        limits_of(rail, amount);
    let options = [
        ("maximum-order", maximum_order),
        ("daily-out", daily_out),
        ("open-out", open_out),
        ("daily-refunds", daily_refunds),
        ("return-hold", return_hold),
    ];
    let set = options.into_iter().filter_map(|(name, limit)| Some(format!(" --{name} {}", limit?)));
    let set: String = set.collect();
    format!("causeway rail-limit set {} --currency {}{set} --reason TEXT", rail.name, amount.currency)
}

/// Closes the alerts about an order that waited to be stored.
pub(super) fn close_waiting(tx: &mut Tx<'_>, transaction: TransactionId) -> Result<(), Error> {
    let subject = transaction.to_string();
    for kind in [AlertKind::RailNoRoute, AlertKind::RailLimitReached] {
        close_alert(tx, kind, &subject)?;
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
    let subject = name.transaction.to_string();
    let detail = json!({
        "kind": name.kind.as_str(),
        "what": format!("the order cannot be written: {member}"),
        "commands": [format!("causeway payment show {subject}")],
    });
    raise(tx, ids, Some(platform), AlertKind::RailOrderRefused, &subject, &detail)
}

/// Raises the alerts about the reason of a failure (rails 7.5).
pub(super) fn about_record(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &OrderRecord,
) -> Result<(), Error> {
    let rail = &order.rail.record.name;
    let subject = order.name.transaction.to_string();
    if record.state() == OrderState::Failed {
        match record.reason() {
            OrderReason::ComplianceRejected | OrderReason::LimitExceeded => {
                let detail = failure_detail(order, record);
                raise(tx, ids, Some(order.platform), AlertKind::RailPaymentRefused, &subject, &detail)?;
            }
            OrderReason::InsufficientLiquidity => {
                let account = accounts::find(tx, order.pinned.account)?.map(|account| account.name);
                let mut detail = failure_detail(order, record);
                detail["account"] = account.into();
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
    Ok(())
}

fn failure_detail(order: &StoredOrder, record: &OrderRecord) -> Json {
    let transaction = order.name.transaction;
    json!({
        "rail": order.rail.record.name,
        "kind": order.name.kind.as_str(),
        "reason": record.reason().as_str(),
        "commands": [
            format!("causeway rail-order show {transaction}"),
            format!("causeway rail-evidence show {transaction}"),
        ],
    })
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
