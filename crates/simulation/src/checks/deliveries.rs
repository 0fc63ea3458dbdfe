//! What receivers got is what was written, and what counts as delivered has arrived.

use std::collections::BTreeMap;

use causeway_domain::deliveries::DeliveryStatus;
use causeway_store::outbox::DeliveryRecord;

use super::snapshot::Snapshot;
use crate::violation::{Checked, Violation, ensure};
use crate::world::{Tenant, World};

/// Checks one platform.
pub(super) fn check(world: &World, tenant: &Tenant, snapshot: &Snapshot) -> Checked {
    let complaints = world.host.receivers.complaints();
    ensure(complaints.is_empty(), || format!("receivers complain: {complaints:?}"))?;
    let receiver = world.host.receivers.receiver(&tenant.authority);
    let written: BTreeMap<String, &DeliveryRecord> =
        snapshot.events.iter().map(|event| (event.id.to_string(), event)).collect();
    for (id, body) in &receiver.bodies {
        let event = written.get(id).ok_or_else(|| Violation(format!("{id} was sent and is not there")))?;
        ensure(event.body == *body, || format!("{id} was sent with other bytes than are kept"))?;
    }
    for event in &snapshot.events {
        let id = event.id.to_string();
        let is_delivered = event.status == DeliveryStatus::Delivered;
        ensure(!is_delivered || receiver.taken.contains(&id), || {
            format!("{id} counts as delivered, and nobody took it")
        })?;
    }
    // After a crash it may be unknown whether a first attempt was made.
    if world.host.fault_plan.was_undisturbed() { check_order(&receiver.tried, &written) } else { Ok(()) }
}

/// First attempts for one resource come in the order of its events (conventions 11.4).
fn check_order(tried: &[String], written: &BTreeMap<String, &DeliveryRecord>) -> Checked {
    let mut latest: BTreeMap<&str, i64> = BTreeMap::new();
    for event in tried.iter().filter_map(|id| written.get(id)).filter(|event| event.event_type != "TEST") {
        let before = latest.insert(&event.resource, event.seq);
        ensure(before.is_none_or(|before| before < event.seq), || {
            format!("{} came before its turn", event.id)
        })?;
    }
    Ok(())
}

/// At the end: nothing is left to be sent.
pub(super) fn check_settled(snapshot: &Snapshot) -> Checked {
    let left = snapshot.events.iter().find(|event| event.status == DeliveryStatus::Due);
    ensure(left.is_none(), || format!("still to be sent: {left:?}"))
}
