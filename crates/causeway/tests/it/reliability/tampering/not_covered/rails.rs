//! Rails, their feeds, and orders to them.

use super::{AWAY, Group, part, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Rails and routes",
        gain: "Can remove a rail, a key, a binding or a route, or bring back one that an operator has removed or \
               changed, such as a revoked key: payments then wait, or take a route that was allowed once. None can be \
               forged",
        parts: &[
            part("rail", &[], AWAY),
            part("rail_key", &[], AWAY),
            part("rail_account", &[], AWAY),
            part("rail_binding", &[], AWAY),
            part("rail_route", &[], AWAY),
        ],
    },
    Group {
        title: "Orders to rails",
        gain: "Can have an adapter asked once more about an order, or have an order forgotten that has not settled: \
               its adapter, which knows it by the same id and the same bytes, neither pays twice nor changes it, and \
               its feed names it as unknown. Evidence that is changed no longer verifies with the key of the adapter",
        parts: &[
            part("rail_order", &[], AWAY),
            whole(
                "rail_evidence",
                &[
                    "platform_id",
                    "evidence_id",
                    "order_id",
                    "rail_id",
                    "key_id",
                    "what",
                    "request_digest",
                    "base",
                    "signature",
                    "body",
                    "at",
                ],
            ),
        ],
    },
    Group {
        title: "Progress with rails",
        gain: "Can have a feed read again or not read on, show other capabilities than the adapter told, hide lost \
               memory of an adapter or pretend it, have a push taken twice, and have a rail paused for contradictions \
               that never were, or not paused. Missing items are noticed by their gap. Money moves only by the signed \
               answer about one order",
        parts: &[
            whole(
                "rail_state",
                &[
                    "rail_id",
                    "capabilities",
                    "capabilities_at",
                    "memory_id",
                    "cursor",
                    "cursor_mark",
                    "skipped_to",
                    "top_sequence",
                    "top_mark",
                    "feed_read_at",
                    "degraded_at",
                    "suspended_for",
                    "lease_holder",
                    "lease_until",
                ],
            ),
            whole(
                "rail_item",
                &[
                    "rail_id",
                    "memory_id",
                    "sequence",
                    "mark",
                    "kind",
                    "transaction_id",
                    "order_kind",
                    "revision",
                    "state",
                    "amount",
                    "currency",
                    "at",
                    "read_at",
                    "accepted_at",
                ],
            ),
            whole("rail_nonce", &["rail_id", "nonce_hash", "seen_at"]),
            whole("rail_contradiction", &["rail_id", "claim_hash", "at"]),
            whole("rail_version", &["id", "version"]),
        ],
    },
];
