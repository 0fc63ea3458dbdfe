//! Checks that receivers got the stored bytes, and that events marked as delivered have arrived.

use std::collections::BTreeMap;

use causeway_domain::deliveries::DeliveryStatus;
use causeway_store::outbox::DeliveryRecord;

use super::snapshot::Snapshot;
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{Tenant, World};

/// Checks the deliveries of one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> CheckResult {
    let complaints = world.host.receivers.complaints();
    ensure(complaints.is_empty(), || format!("invalid deliveries: {complaints:?}"))?;
    let receiver = world.host.receivers.receiver(&tenant.authority);
    let events: BTreeMap<String, &DeliveryRecord> =
        snapshot.events.iter().map(|event| (event.id.to_string(), event)).collect();
    for (id, body) in &receiver.bodies {
        let event =
            events.get(id).ok_or_else(|| Violation(format!("event {id} was delivered but is not stored")))?;
        ensure(event.body == *body, || format!("event {id} was delivered with different bytes than stored"))?;
    }
    for event in &snapshot.events {
        let id = event.id.to_string();
        let is_delivered = event.status == DeliveryStatus::Delivered;
        ensure(!is_delivered || receiver.taken.contains(&id), || {
            format!("event {id} is marked as delivered, but its receiver did not accept it")
        })?;
    }
    // After a crash it may be unknown if a first attempt was made.
    if world.host.fault_plan.was_undisturbed() { check_order(&receiver.tried, &events) } else { Ok(()) }
}

/// Checks that first attempts for one resource follow the order of its events (conventions 11.4).
fn check_order(tried: &[String], written: &BTreeMap<String, &DeliveryRecord>) -> CheckResult {
    let mut latest: BTreeMap<&str, i64> = BTreeMap::new();
    for event in tried.iter().filter_map(|id| written.get(id)).filter(|event| event.event_type != "TEST") {
        let before = latest.insert(&event.resource, event.seq);
        ensure(before.is_none_or(|before| before < event.seq), || {
            format!("event {} was delivered out of order", event.id)
        })?;
    }
    Ok(())
}

/// Checks at the end that no delivery is due.
pub(super) fn check_settled(snapshot: &Snapshot) -> CheckResult {
    let left = snapshot.events.iter().find(|event| event.status == DeliveryStatus::Due);
    ensure(left.is_none(), || format!("delivery still due: {left:?}"))
}
