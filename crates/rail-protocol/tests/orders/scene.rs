//! An order with its records and answers.

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{CancelResponse, OrderAnswer, OrderRecord};
use causeway_rail_protocol::orders::{KnownOrder, OrderPhase, RecordVerdict, SubmittedMembers, judge_record};
use causeway_rail_protocol::signing::ContentDigest;
use causeway_rail_protocol::values::{
    CancelOutcome, FeedPosition, Memory, MemoryId, Money, OrderKind, OrderState,
};
use serde_json::{Value, json};

pub(crate) const ID: &str = "Transaction:0198f3c2-0000-7000-8000-0000000000aa";
pub(crate) const BYTES: &[u8] = b"{}";

pub(crate) fn memory() -> Value {
    json!({ "id": "0198f3c2-0000-4000-8000-000000000001", "sequence": 1, "mark": "AAECAwQFBgcICQoLDA0ODw" })
}

/// Returns a record of the order, with other members replaced.
pub(crate) fn record(state: &str, revision: u64, changes: Value) -> OrderRecord {
    let mut record = json!({
        "transactionId": ID,
        "kind": "PAYOUT",
        "orderDigest": ContentDigest::of(BYTES).to_string(),
        "amount": { "amount": 100, "currency": "EUR" },
        "state": state,
        "revision": revision,
        "updatedAt": "2026-11-21T12:00:00Z",
        "memory": memory(),
    });
    if state == "RETURNED" {
        record["returnedAmount"] = json!({ "amount": 100, "currency": "EUR" });
    }
    for (name, value) in changes.as_object().unwrap() {
        record[name] = value.clone();
    }
    OrderAnswer::parse(record.to_string().as_bytes()).unwrap().order
}

pub(crate) fn plain(state: OrderState, revision: u64) -> OrderRecord {
    record(state.as_str(), revision, json!({}))
}

pub(crate) fn amount() -> Money {
    plain(OrderState::Sent, 1).amount.unwrap()
}

pub(crate) fn known<'a>(last: Option<&'a OrderRecord>, amount: &'a Money) -> KnownOrder<'a> {
    KnownOrder {
        transaction: ID.parse().unwrap(),
        kind: OrderKind::Payout,
        submitted: Some(SubmittedMembers { digest: ContentDigest::of(BYTES), amount }),
        phase: last.map_or(OrderPhase::Unreported, |record| OrderPhase::Reported(record.state())),
        last,
    }
}

pub(crate) fn judged(last: Option<&OrderRecord>, record: &OrderRecord) -> RecordVerdict {
    judge_record(&known(last, &amount()), record)
}
pub(crate) fn cancel(outcome: CancelOutcome, order: Option<&OrderRecord>) -> CancelResponse {
    CancelResponse { outcome, ask_at: None, order: order.cloned(), memory: head(1) }
}

pub(crate) fn head(sequence: u64) -> Memory {
    Memory {
        id: MemoryId("0198f3c2-0000-4000-8000-000000000001".parse().unwrap()),
        sequence: FeedPosition::new(sequence).unwrap(),
        mark: Some("AAECAwQFBgcICQoLDA0ODw".parse().unwrap()),
    }
}
