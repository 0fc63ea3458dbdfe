//! The members of a payment's state, which is not authenticated: each is changed by itself, with values that
//! the service could have written.

use causeway_domain::payments::lifecycle::OutgoingPhase;
use causeway_store::payments::{Funding, IncomingUmaState, PaymentState, Refund, SettlementProof};
use serde_json::{Map, Value as Json};

/// A member, and values that it can have, as JSON.
#[derive(Debug)]
pub(super) struct Member {
    /// Name, behind that of the object that contains it.
    pub(super) path: &'static str,
    values: &'static [&'static str],
}

const TIMES: &[&str] = &["\"2025-01-01T00:00:00.000Z\""];
const WORDS: &[&str] = &["\"other\""];
const AMOUNTS: &[&str] = &[
    r#"{"minor":1,"currency":"USD"}"#,
    r#"{"minor":1000000,"currency":"USD"}"#,
    r#"{"minor":10000000,"currency":"USDC"}"#,
];
const TRANSFERS: &[&str] = &[r#"{"network":"SOLANA","hash":"other"}"#];

/// All members, except the version of the document.
pub(super) const OF_STATE: &[Member] = &[
    Member { path: "settles_at", values: TIMES },
    Member { path: "settled_at", values: TIMES },
    Member { path: "return_short", values: AMOUNTS },
    Member {
        path: "phase",
        values: &[
            r#"{"outgoing":{"at":"OFFERED"}}"#,
            r#"{"outgoing":{"at":"REQUESTED"}}"#,
            r#"{"outgoing":{"at":"AWAITING_AUTHORIZATION"}}"#,
            r#"{"outgoing":{"at":"COLLECTING"}}"#,
            r#"{"outgoing":{"at":"ACCEPTED"}}"#,
            r#"{"outgoing":{"at":"SENT"}}"#,
            r#"{"outgoing":{"at":"DELIVERED"}}"#,
            r#"{"outgoing":{"at":"CANCELLED"}}"#,
            r#"{"outgoing":{"at":"EXPIRED"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"ACCOUNT_INVALID","custody":"PAYER"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"ACCOUNT_INVALID","custody":"RAIL"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"PAYOUT_RETURNED","custody":"RETURNED"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"QUOTE_EXECUTION_FAILED","custody":"QUOTE"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"QUOTE_EXECUTION_FAILED","custody":"UNCOLLECTED"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"LIMIT_EXCEEDED","custody":"SUSPENSE"}}"#,
            r#"{"outgoing":{"at":"FAILED","reason":"LIMIT_EXCEEDED","custody":"PAYERS_ACCOUNT"}}"#,
            r#"{"incoming_uma":{"at":"CREATED"}}"#,
            r#"{"incoming_uma":{"at":"AWAITING_DECISION"}}"#,
            r#"{"incoming_uma":{"at":"APPROVED"}}"#,
            r#"{"incoming_uma":{"at":"RECEIVED"}}"#,
            r#"{"incoming_uma":{"at":"PAYING_OUT"}}"#,
            r#"{"incoming_uma":{"at":"CREDITED"}}"#,
            r#"{"incoming_uma":{"at":"FAILED","reason":"OFFRAMP_FAILED","custody":"RAIL"}}"#,
            r#"{"incoming_uma":{"at":"FAILED","reason":"OFFRAMP_FAILED","custody":"SUSPENSE"}}"#,
            r#"{"deposit":{"at":"ANNOUNCED"}}"#,
            r#"{"deposit":{"at":"WAITING","reason":"COMPLIANCE_REVIEW"}}"#,
            r#"{"deposit":{"at":"SUSPENDED"}}"#,
            r#"{"deposit":{"at":"REQUESTED"}}"#,
            r#"{"deposit":{"at":"ACCEPTED"}}"#,
            r#"{"deposit":{"at":"COLLECTING"}}"#,
            r#"{"deposit":{"at":"SETTLED"}}"#,
            r#"{"deposit":{"at":"MIRRORED"}}"#,
            r#"{"deposit":{"at":"CANCELLED"}}"#,
            r#"{"deposit":{"at":"FAILED","reason":"COLLECTION_FAILED","custody":"PAYER"}}"#,
            r#"{"deposit":{"at":"FAILED","reason":"COLLECTION_FAILED","custody":"DEBITED_BANK"}}"#,
            r#"{"deposit":{"at":"FAILED","reason":"COMPLIANCE_REJECTED","custody":"SUSPENSE"}}"#,
        ],
    },
    Member { path: "receipt_delivered_at", values: TIMES },
    Member { path: "on_chain", values: TRANSFERS },
    Member { path: "funding", values: &[r#"{"amount":{"minor":1000,"currency":"USD"}}"#] },
    Member { path: "funding.amount", values: AMOUNTS },
    Member { path: "funding.on_chain", values: TRANSFERS },
    Member {
        path: "refund",
        values: &[
            r#"{"reference":"r","status":"PENDING","reason":"TRANSACTION_FAILED","initiated_at":"2025-01-01T00:00:00.000Z","settled_at":null,"to":null}"#,
            r#"{"reference":"r","status":"FAILED","reason":"TRANSACTION_FAILED","initiated_at":"2025-01-01T00:00:00.000Z","settled_at":null,"to":null}"#,
            r#"{"reference":"r","status":"PENDING","reason":"TRANSACTION_FAILED","initiated_at":"2025-01-01T00:00:00.000Z","settled_at":null,"to":"debited_account"}"#,
        ],
    },
    Member { path: "refund.reference", values: WORDS },
    Member { path: "refund.status", values: &["\"PENDING\"", "\"FAILED\"", "\"COMPLETED\""] },
    Member { path: "refund.reason", values: &["\"USER_CANCELLATION\"", "\"TRANSACTION_FAILED\""] },
    Member { path: "refund.initiated_at", values: TIMES },
    Member { path: "refund.settled_at", values: TIMES },
    Member { path: "refund.to", values: &["\"owners_account\"", "\"debited_account\"", "\"payer\"", "null"] },
    Member { path: "incoming_uma", values: &["{}"] },
    Member { path: "incoming_uma.approved_at", values: TIMES },
    Member { path: "incoming_uma.rejection_reason", values: WORDS },
    Member { path: "incoming_uma.given", values: &[r#"{"FULL_NAME":"other"}"#] },
    Member { path: "incoming_uma.wants", values: &[r#"["BIRTH_DATE"]"#] },
    Member {
        path: "incoming_uma.paid_by",
        values: &[
            r#"{"platform":"Platform:01890a5d-ac96-774b-bcce-b302099a8057","transaction":"Transaction:01890a5d-ac96-774b-bcce-b302099a8057"}"#,
        ],
    },
    Member { path: "settlement", values: &[r#"{"reference":"other"}"#] },
    Member { path: "settlement.reference", values: WORDS },
    Member { path: "settlement.preimage", values: WORDS },
    Member { path: "settlement.fee", values: &["1000"] },
    Member { path: "cancellation_reason", values: WORDS },
    Member { path: "challenge", values: &[] },
    Member {
        path: "history",
        values: &[r#"[{"status":"COMPLETED","at":"2025-01-01T00:00:00.000Z","cause":"Delivered"}]"#],
    },
];

impl Member {
    /// Returns the number of changes: one for each value, and the removal.
    pub(super) const fn changes(&self) -> usize {
        self.values.len() + 1
    }

    /// Returns the document with the change of this number, or `None` if that changes nothing.
    pub(super) fn change(&self, document: &str, number: usize) -> Option<String> {
        let mut all: Json = serde_json::from_str(document).unwrap();
        let (object, name) = match self.path.split_once('.') {
            Some((object, name)) => (all.get_mut(object)?.as_object_mut()?, name),
            None => (all.as_object_mut()?, self.path),
        };
        let before = object.get(name).cloned();
        match self.values.get(number) {
            Some(value) => object.insert(name.to_owned(), serde_json::from_str(value).unwrap()),
            None => object.remove(name),
        };
        (object.get(name) != before.as_ref()).then(|| all.to_string())
    }
}

/// Returns the names of all members of a state, two levels deep.
pub(super) fn names(document: &str) -> Vec<String> {
    let all: Map<String, Json> = serde_json::from_str(document).unwrap();
    let mut names = Vec::new();
    for (name, value) in &all {
        names.push(name.clone());
        let inner =
            value.as_object().filter(|_| !["phase", "challenge", "on_chain"].contains(&name.as_str()));
        names.extend(inner.into_iter().flatten().map(|(inner, _)| format!("{name}.{inner}")));
    }
    names
}

/// Fails to compile if a member is added to the state without a line above.
#[test]
fn every_member_of_the_state_is_changed() {
    let PaymentState {
        v: _,
        phase: _,
        settles_at: _,
        settled_at: _,
        receipt_delivered_at: _,
        on_chain: _,
        funding: _,
        refund: _,
        incoming_uma: _,
        settlement: _,
        cancellation_reason: _,
        challenge: _,
        return_short: _,
        history: _,
    } = PaymentState::new(OutgoingPhase::Offered.into());
    let _ = |Funding { amount: _, on_chain: _ }: Funding| {};
    let _ = |refund: Refund| {
        let Refund { reference: _, status: _, reason: _, initiated_at: _, settled_at: _, to: _ } = refund;
    };
    let _ = |incoming_uma: IncomingUmaState| {
        let IncomingUmaState { approved_at: _, rejection_reason: _, given: _, wants: _, paid_by: _ } =
            incoming_uma;
    };
    let _ = |SettlementProof { reference: _, preimage: _, fee: _ }: SettlementProof| {};
    for (object, members) in [("funding.", 2), ("refund.", 6), ("incoming_uma.", 5), ("settlement.", 3)] {
        assert_eq!(OF_STATE.iter().filter(|one| one.path.starts_with(object)).count(), members, "{object}");
    }
    assert_eq!(OF_STATE.iter().filter(|one| !one.path.contains('.')).count(), 13);
}
