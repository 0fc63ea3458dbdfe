//! Feed items in the form that is stored.

use causeway_domain::ids::{Id, RailId};
use causeway_domain::{Amount, Time};
use causeway_rail_protocol::messages::{FeedItem, OrderRecord};
use causeway_rail_protocol::values::AdapterMode;
use causeway_store::rails::items::MARK_ONLY;
use causeway_store::rails::{OrderName, RailItemRecord};

use crate::runtime::rails::KnownRail;

/// UUID version of the transactions of a check.
const VERSION_OF_CHECKS: usize = 8;

/// The feed of an item.
#[derive(Debug, Clone, Copy)]
pub(in crate::rails) struct FeedPlace {
    pub(in crate::rails) rail: RailId,
    /// `true` for an adapter that serves tests only, whose feed has the orders of checks (rails 18).
    pub(in crate::rails) has_checks: bool,
}

impl FeedPlace {
    pub(in crate::rails) fn of(rail: &KnownRail) -> Self {
        let has_checks = rail.capabilities.as_ref().is_some_and(|told| told.mode == AdapterMode::Test);
        Self { rail: rail.record.id, has_checks }
    }
}

/// Returns an item as it is stored. Orders of checks are no payments, so that they are stored without a subject.
pub(in crate::rails) fn record_of(feed: FeedPlace, item: &FeedItem) -> RailItemRecord {
    let is_of_check = |record: &&OrderRecord| {
        feed.has_checks && record.transaction_id.uuid().get_version_num() == VERSION_OF_CHECKS
    };
    let order = item.order.as_ref();
    let payment = order.filter(|record| !is_of_check(record));
    let amount = order.and_then(|record| record.amount.as_ref());
    RailItemRecord {
        rail: feed.rail,
        sequence: item.sequence.get().cast_signed(),
        mark: item.mark.to_string(),
        kind: item.kind.to_string(),
        subject: payment.map(|record| OrderName { transaction: record.transaction_id, kind: record.kind }),
        revision: order.map(|record| record.revision.get().cast_signed()),
        state: order.map(|record| record.state().as_str().to_owned()),
        amount: amount.map(|money| Amount::new(money.amount.signed(), money.currency)),
        at: Time::from_millis(item.at.millis()),
    }
}

/// Returns `true` if a later copy of a stored item has the same content, or if only the mark of the item is stored.
pub(super) fn is_same(stored: &RailItemRecord, feed: FeedPlace, copy: &FeedItem) -> bool {
    let RailItemRecord { kind, subject, revision, state, .. } = record_of(feed, copy);
    if stored.kind == MARK_ONLY {
        return true;
    }
    stored.kind == kind && (stored.subject, stored.revision, &stored.state) == (subject, revision, &state)
}

#[cfg(test)]
mod tests {
    use causeway_rail_protocol::Message;
    use causeway_rail_protocol::messages::FeedPage;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn item(transaction: &str, state: &str) -> FeedItem {
        let mark = "AAECAwQFBgcICQoLDA0ODw";
        let page = json!({
            "items": [{ "sequence": 7, "mark": mark, "at": "2026-11-21T12:00:00Z", "kind": "ORDER", "order": {
                "transactionId": transaction, "kind": "PAYOUT", "orderDigest": null, "amount": null,
                "state": state, "revision": 2, "updatedAt": "2026-11-21T12:00:00Z",
            } }],
            "previousMark": mark, "more": false,
            "memory": { "id": "00000000-0000-4000-8000-000000000001", "sequence": 7, "mark": mark },
        });
        FeedPage::parse(page.to_string().as_bytes()).unwrap().items.remove(0)
    }

    const PAYMENT: &str = "Transaction:0198f3c2-0000-7000-8000-0000000000aa";
    const CHECK: &str = "Transaction:0198f3c2-0000-8000-8000-0000000000aa";

    fn place(has_checks: bool) -> FeedPlace {
        FeedPlace { rail: RailId::from_uuid(Uuid::from_u128(1)), has_checks }
    }

    /// Checks that a stored item equals its later copies, and differs from one with another state.
    #[test]
    fn a_stored_item_is_compared_with_its_copies() {
        let told = item(PAYMENT, "CANCELLED");
        for has_checks in [false, true] {
            let stored = record_of(place(has_checks), &told);
            assert_eq!(stored.subject.map(|order| order.transaction.to_string()), Some(PAYMENT.to_owned()));
            assert!(is_same(&stored, place(has_checks), &told));
            let other = RailItemRecord { state: Some("FAILED".to_owned()), ..stored.clone() };
            assert!(!is_same(&other, place(has_checks), &told));
            assert!(!is_same(&RailItemRecord { revision: Some(3), ..stored }, place(has_checks), &told));
        }
    }

    /// Checks that only adapters for tests have orders of checks.
    #[test]
    fn orders_of_checks_are_no_payments() {
        let told = item(CHECK, "CANCELLED");
        assert!(record_of(place(false), &told).subject.is_some());
        let stored = record_of(place(true), &told);
        assert_eq!((stored.subject, stored.kind.as_str()), (None, "ORDER"));
        assert!(is_same(&stored, place(true), &told));
    }
}
