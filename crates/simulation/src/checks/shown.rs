//! Payments as operators see them (conventions 2.1): money lines are those of the ledger, decisions are a path of the
//! state machine, and an unfinished payment names the party that it waits for.

use std::collections::{BTreeMap, HashSet};

use causeway_domain::Time;
use causeway_domain::payments::RefundStatus;
use causeway_domain::payments::lifecycle::{
    DepositEvent, DepositPhase, IncomingUmaEvent, IncomingUmaPhase, Lifecycle, OutgoingEvent, OutgoingPhase,
    PaymentEvent, Phase, RefundEvent, RefundTerms, next,
};
use causeway_service::runtime::clock::{self, ClockError};
use causeway_store::ledger;
use causeway_store::payments::PaymentRecord;
use serde_json::{Value, json};

use super::deposits::suspended;
use super::fates;
use super::snapshot::Snapshot;
use crate::violation::{CheckResult, ensure};
use crate::world::{Tenant, World, look};

/// Maximum number of payments shown by an audit of a platform, and at the end.
const SHOWN: usize = 8;
const SHOWN_AT_THE_END: usize = 200;

/// The sums of money lines by account and currency.
type Sums = BTreeMap<(String, String), i64>;

/// Checks the newest payments of one platform, unfinished ones first.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot, is_settled: bool) -> CheckResult {
    let (open, over): (Vec<_>, Vec<_>) = snapshot.payments.iter().rev().partition(|payment| is_open(payment));
    let limit = if is_settled { SHOWN_AT_THE_END } else { SHOWN };
    for payment in open.into_iter().chain(over).take(limit) {
        let now = platform_now(world, tenant)?;
        let shown = show(world, tenant, payment)?;
        check_money(world, tenant, payment, &shown)?;
        check_decisions(payment, &shown)?;
        let owes = is_open(payment) || !suspended(world, tenant, payment)?.is_empty();
        if owes {
            check_wait(payment, &shown["waits_for"], now)?;
            fates::count_wait(world, &shown["waits_for"]);
        }
        if is_settled {
            fates::count_end(world, payment);
        }
    }
    Ok(())
}

fn platform_now(world: &World, tenant: &Tenant) -> CheckResult<Time> {
    let platform = tenant.id;
    let read: Result<_, ClockError> =
        world.run(world.process.app.store.read(move |tx| clock::show(tx, platform)));
    Ok(read?.1)
}

fn is_open(payment: &PaymentRecord) -> bool {
    let refund = payment.state().refund.as_ref();
    !payment.status().is_final() || refund.is_some_and(|refund| refund.status == RefundStatus::Pending)
}

fn show(world: &World, tenant: &Tenant, payment: &PaymentRecord) -> CheckResult<Value> {
    let arguments = json!({ "transaction": payment.id, "platform": tenant.id.to_string() });
    look(world, "payment", "show", arguments)
}

fn items<'a>(shown: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    let timeline = shown["timeline"].as_array().into_iter().flatten();
    timeline.filter(move |item| item["kind"] == kind)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn check_money(world: &World, tenant: &Tenant, payment: &PaymentRecord, shown: &Value) -> CheckResult {
    let mut lines = Sums::new();
    for item in items(shown, "money") {
        let amount = &item["amount"];
        let key = (text(&item["account"]), text(&amount["currency"]));
        *lines.entry(key).or_default() += amount["amount"].as_i64().unwrap_or_default();
    }
    let platform = tenant.id;
    let id = payment.id;
    let entries = world.read(move |tx| ledger::authentic_of_transaction(tx, platform, id))?;
    let mut booked = Sums::new();
    for entry in entries {
        let account = match entry.account {
            Some(account) => format!("{} {account}", entry.code),
            None => entry.code.to_string(),
        };
        *booked.entry((account, entry.currency.to_string())).or_default() += entry.amount;
    }
    ensure(lines == booked, || format!("{id} is shown with {lines:?}, booked are {booked:?}"))
}

/// Follows the decisions through the machine, from every phase in which the kept ones may begin.
fn check_decisions(payment: &PaymentRecord, shown: &Value) -> CheckResult {
    let now = payment.lifecycle();
    let mut reached: HashSet<Lifecycle> = starts(now).collect();
    for item in items(shown, "decision").skip(1) {
        let name = text(&item["name"]);
        let status = text(&item["status"]);
        let step = |lifecycle: Lifecycle| {
            let events: Vec<PaymentEvent> = events(now).filter(|event| event.name() == name).collect();
            events.into_iter().filter_map(move |event| {
                let change = next(lifecycle, event).ok()?;
                Some(Lifecycle { phase: change.phase, refund: change.refund, ..lifecycle })
            })
        };
        reached = reached.into_iter().flat_map(step).collect();
        reached.retain(|lifecycle| lifecycle.phase.status().as_str() == status);
        ensure(!reached.is_empty(), || {
            format!("{} cannot have made the step {name} to {status}", payment.id)
        })?;
    }
    let is_here = |lifecycle: &Lifecycle| {
        lifecycle.phase.status() == now.phase.status() && lifecycle.refund == now.refund
    };
    ensure(reached.iter().any(is_here), || format!("the decisions of {} do not lead to {now}", payment.id))
}

fn starts(now: Lifecycle) -> impl Iterator<Item = Lifecycle> {
    let outgoing = OutgoingPhase::ALL.iter().copied().map(Phase::from);
    let incoming = IncomingUmaPhase::ALL.iter().copied().map(Phase::from);
    let phases = outgoing.chain(incoming).chain(DepositPhase::ALL.iter().copied().map(Phase::from));
    let refunds =
        [None, Some(RefundStatus::Pending), Some(RefundStatus::Completed), Some(RefundStatus::Failed)];
    phases.flat_map(move |phase| refunds.map(|refund| Lifecycle { phase, refund, ..now }))
}

fn events(now: Lifecycle) -> impl Iterator<Item = PaymentEvent> {
    let outgoing = OutgoingEvent::ALL.iter().copied().map(PaymentEvent::from);
    let incoming = IncomingUmaEvent::ALL.iter().copied().map(PaymentEvent::from);
    let deposits = DepositEvent::ALL.iter().copied().map(PaymentEvent::from);
    let refunds = RefundEvent::ALL.iter().copied().map(move |event| match event {
        RefundEvent::Begun(terms) => RefundEvent::Begun(RefundTerms { to: now.refund_to, ..terms }),
        RefundEvent::Returned
        | RefundEvent::CouldNotReturn
        | RefundEvent::DeliveredAnyway
        | RefundEvent::Resolved => event,
    });
    outgoing.chain(incoming).chain(deposits).chain(refunds.map(PaymentEvent::from))
}

/// Checks that a payment that is not over, or has money in suspense, names the party that it waits for, with an
/// instant unless it waits without a limit, and with a command unless a party outside acts next. The instant has not passed
/// `now`.
fn check_wait(payment: &PaymentRecord, wait: &Value, now: Time) -> CheckResult {
    let id = payment.id;
    ensure(!text(&wait["party"]).is_empty() && !text(&wait["what"]).is_empty(), || {
        format!("{id} is {payment:?}, and is shown as waiting for nothing")
    })?;
    let is_limited = !matches!(
        text(&wait["then"]).as_str(),
        "it stays as it is" | "it is deleted after some time; no money has moved"
    );
    ensure(!is_limited || wait["until"].is_string(), || format!("{id} waits without an instant: {wait}"))?;
    let until: Option<Time> = text(&wait["until"]).parse().ok();
    ensure(until.is_none_or(|until| until >= now), || {
        format!("at {now}, {id} waits until an instant that has passed: {wait}")
    })?;
    let needs_command = matches!(text(&wait["party"]).as_str(), "RAIL" | "OPERATOR" | "COMPLIANCE");
    let commands = wait["commands"].as_array().map_or(0, Vec::len);
    ensure(!needs_command || commands > 0, || format!("{id} waits without a command: {wait}"))
}
