//! Contradictions: both sides are kept, operators are alerted once about each, and the payment stays (rails 13).

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_rail_protocol::orders::Contradiction;
use causeway_store::rails::{EvidenceRecord, RailOrderRecord, evidence};
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value as Json, json};

use super::stored_order::StoredOrder;
use crate::rails::feed::pause_after_contradictions;
use crate::runtime::rails::SignedAnswer;

/// Maximum number of contradictions of one order that are kept. Further ones only count in the metrics.
const KEPT: usize = 20;

/// Records that an answer contradicts the order. The same claim, told again, is the same contradiction. The state of the
/// rail and the order are locked.
pub(super) fn contradict(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &RailOrderRecord,
    contradiction: &Contradiction,
    answer: &SignedAnswer,
) -> Result<(), Error> {
    let rail = &order.rail.record.name;
    tx.count(metrics::counter!("causeway_rail_contradictions_total", "rail" => rail.clone()));
    let told = claim_of(&answer.body);
    let before = evidence::of_order(tx, order.platform, record.id)?;
    let mut kept = before.iter().filter(|kept| kept.is_contradiction);
    let is_known = kept.clone().count() >= KEPT || kept.any(|kept| claim_of(&kept.body) == told);
    if is_known {
        return Ok(());
    }
    keep(tx, ids, order, record, answer, true)?;
    // Locks the rail, before the alert.
    pause_after_contradictions(tx, order.pinned.rail)?;
    alert(tx, ids, order, record, contradiction)
}

/// Keeps a signed answer about an order as it came (rails 16).
pub(super) fn keep(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &RailOrderRecord,
    answer: &SignedAnswer,
    is_contradiction: bool,
) -> Result<(), Error> {
    let proof = &answer.proof;
    let now = tx.wall();
    let kept = EvidenceRecord {
        id: ids.uuid(now),
        order: record.id,
        rail: order.pinned.rail,
        key: proof.key,
        is_contradiction,
        request_digest: proof.request_digest,
        base: proof.base.clone(),
        signature: proof.signature.clone(),
        body: answer.body.to_vec(),
        at: now,
    };
    evidence::insert(tx, order.platform, &kept)
}

/// Returns the claim in a body: all of it except for the memory, which rises with every answer.
fn claim_of(body: &[u8]) -> Option<Json> {
    let mut claim: Json = serde_json::from_slice(body).ok()?;
    claim.as_object_mut()?.remove("memory");
    Some(claim)
}

/// Raises the alert about an order, or adds the contradiction to the open one.
fn alert(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &RailOrderRecord,
    contradiction: &Contradiction,
) -> Result<(), Error> {
    let subject = order.name.transaction.to_string();
    let kind = AlertKind::RailContradiction;
    let told = json!({
        "kind": order.name.kind.as_str(),
        "incident": format!("W{}", contradiction.incident().number()),
        "contradiction": contradiction.to_string(),
        "stored": { "state": record.state.as_str(), "revision": record.revision },
    });
    if let Some(mut open) = alerts::find_open(tx, kind, &subject)? {
        if let Some(all) = open.detail["contradictions"].as_array_mut() {
            all.push(told);
        }
        return alerts::update_detail(tx, open.id, &open.detail);
    }
    let detail = json!({
        "rail": order.rail.record.name,
        "contradictions": [told],
        "commands": [
            format!("causeway rail-order show {subject}"),
            format!("causeway rail-evidence show {subject}"),
        ],
    });
    alerts::raise(tx, Some(order.platform), ids.next(tx.wall()), kind, &subject, &detail)
}
