//! Events, jobs, keys, and the operators' tables.

use super::{Group, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Events for platforms",
        gain: "Can withhold an event from a platform, or send it one that never happened, signed by the \
               service: the reaction of the platform, such as handing out goods for money that has not \
               arrived, cannot be undone here",
        parts: &[
            whole(
                "outbox",
                &[
                    "seq",
                    "platform_id",
                    "webhook_id",
                    "event_type",
                    "resource",
                    "is_sent_once",
                    "created_at",
                    "body",
                ],
            ),
            whole(
                "delivery",
                &[
                    "seq",
                    "platform_id",
                    "resource",
                    "status",
                    "due_at",
                    "is_attempted",
                    "updated_at",
                    "attempts",
                    "fence",
                    "lease_until",
                    "last_answer",
                    "last_error",
                ],
            ),
        ],
    },
    Group {
        title: "Jobs and stored answers",
        gain: "Can keep a job from running, or have it run at another time or again, as far as its resource \
               allows that. A request that is repeated under its key is carried out once more if the stored \
               answer is deleted, and gets another answer if that is changed",
        parts: &[
            whole(
                "job",
                &[
                    "platform_id",
                    "job_id",
                    "kind",
                    "resource",
                    "state",
                    "due_at",
                    "attempts",
                    "fence",
                    "lease_until",
                    "last_error",
                    "payload",
                    "created_at",
                    "scheduled_at",
                ],
            ),
            whole(
                "idempotency",
                &[
                    "platform_id",
                    "scope_hash",
                    "key",
                    "request_hash",
                    "status",
                    "body",
                    "created_at",
                    "expires_at",
                ],
            ),
            whole("commit_marker", &["id", "fenced", "at"]),
        ],
    },
    Group {
        title: "Alerts and the audit trail",
        gain: "Can close or hide alerts, and deny or invent actions of operators",
        parts: &[
            whole(
                "alert",
                &["alert_id", "platform_id", "kind", "subject", "doc", "raised_at", "closed_at", "closed_by"],
            ),
            whole("audit", &["seq", "platform_id", "actor", "action", "reason", "detail", "at"]),
            whole("verification_state", &["id", "holder", "held_until", "doc", "code"]),
        ],
    },
    Group {
        title: "Keys and migrations",
        gain: "Can delete keys, or put back retired ones: events and UMA messages are then signed with an \
               earlier key, or not at all. No key can be read or forged. Can have a server mistake the \
               schema for another version",
        parts: &[
            whole(
                "secret_key",
                &["key_id", "platform_id", "purpose", "wrapped", "doc", "created_at", "retired_at"],
            ),
            whole("schema_migration", &["number", "name", "checksum", "applied_at"]),
        ],
    },
];
