//! Answers that contradict the order that they are about (rails 13).

use causeway_domain::Ids;
use causeway_rail_protocol::orders::Contradiction;
use causeway_store::rails::RailOrderRecord;
use causeway_store::{Error, Tx};
use serde_json::json;

use super::stored_order::StoredOrder;
use crate::rails::feed::{
    ContradictedPayment, FoundContradiction, OrderEvidence, StoredOrderId, claim_of, count_in_metrics,
    has_kept, keep_evidence, report_contradictions,
};
use crate::runtime::rails::SignedAnswer;

/// Records that an answer contradicts the order. The same claim, told again, is the same contradiction. The state of the
/// rail and the order are locked; locks the rail.
pub(super) fn contradict(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &RailOrderRecord,
    contradiction: Contradiction,
    answer: &SignedAnswer,
) -> Result<(), Error> {
    let rail = &order.rail.record;
    count_in_metrics(tx, rail);
    let message = OrderEvidence { is_contradiction: true, ..evidence_of(order, record, answer) };
    if has_kept(tx, message.order, message.body)? {
        return Ok(());
    }
    keep_evidence(tx, ids, message)?;
    let found = FoundContradiction {
        payment: Some(ContradictedPayment { platform: order.platform, transaction: order.name.transaction }),
        contradiction,
        claim: json!([record.id, claim_of(message.body)]),
        told: json!({
            "kind": order.name.kind.as_str(),
            "stored": { "state": record.state.as_str(), "revision": record.revision },
        }),
    };
    report_contradictions(tx, ids, rail, &[found]).map(drop)
}

/// Keeps a signed answer that has moved an order.
pub(super) fn keep(
    tx: &mut Tx<'_>,
    ids: &Ids,
    order: &StoredOrder,
    record: &RailOrderRecord,
    answer: &SignedAnswer,
) -> Result<(), Error> {
    keep_evidence(tx, ids, evidence_of(order, record, answer))
}

fn evidence_of<'a>(
    order: &StoredOrder,
    record: &RailOrderRecord,
    answer: &'a SignedAnswer,
) -> OrderEvidence<'a> {
    OrderEvidence {
        order: StoredOrderId { platform: order.platform, id: record.id },
        rail: order.pinned.rail,
        proof: &answer.proof,
        body: &answer.body,
        is_contradiction: false,
    }
}
