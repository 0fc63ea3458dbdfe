//! Events, jobs, keys, and the operators' tables.

use super::{AWAY, Group, part, whole};

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
                    "lease_holder",
                    "holder_until",
                ],
            ),
            whole(
                "webhook_attempt",
                &[
                    "seq",
                    "slot",
                    "platform_id",
                    "attempt",
                    "at",
                    "duration_millis",
                    "answer",
                    "error",
                    "response",
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
                    "lease_holder",
                    "holder_until",
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
            whole("process", &["process_id", "version", "started_at", "seen_at", "beat_at", "lost_at"]),
        ],
    },
    Group {
        title: "Alerts and the audit trail",
        gain: "Can close, hide or invent alerts, send them to another mail address or to no receiver, and deny or \
               invent actions of operators",
        parts: &[
            whole(
                "alert",
                &[
                    "alert_id",
                    "platform_id",
                    "kind",
                    "subject",
                    "doc",
                    "raised_at",
                    "closed_at",
                    "closed_by",
                    "snoozed_until",
                    "announced_at",
                ],
            ),
            whole(
                "alert_sink",
                &[
                    "sink_id",
                    "channel",
                    "address",
                    "key_id",
                    "severity",
                    "platform_id",
                    "has_sandbox",
                    "failing_since",
                    "last_error",
                    "created_at",
                ],
            ),
            whole(
                "alert_notice",
                &[
                    "alert_id",
                    "sink_id",
                    "what",
                    "due_at",
                    "attempts",
                    "lease_until",
                    "accepted",
                    "accepted_at",
                    "lease_holder",
                    "holder_until",
                ],
            ),
            whole(
                "audit",
                &[
                    "seq",
                    "platform_id",
                    "actor",
                    "as_user",
                    "channel",
                    "request_id",
                    "action",
                    "about",
                    "reason",
                    "detail",
                    "at",
                ],
            ),
            whole("audit_subject", &["subject", "at", "seq"]),
            whole("verification_state", &["id", "holder", "held_until", "doc", "code"]),
        ],
    },
    Group {
        title: "Operators",
        gain: "Can take away the roles of a user or a token, and put back those that it had before. No role can \
               be forged: each row has a hash over its user or secret, its name, its platform, its roles and its \
               expiry, and a row whose hash does not fit grants nothing",
        parts: &[
            whole("operator_user", &["uid", "scope", "name", "roles", "created_at", "hash"]),
            whole(
                "operator_token",
                &["token_id", "scope", "name", "roles", "created_at", "expires_at", "secret_hash"],
            ),
        ],
    },
    Group {
        title: "Sign-in to the console",
        gain: "Can end sessions, take away passkeys, and make a link or an ended session work again until it \
               expires, for those who still have its secret. No session, link or passkey can be forged, and none \
               can be given to another person: each row has a hash over its secret and its person",
        parts: &[
            whole(
                "console_link",
                &["link_id", "uid", "name", "created_at", "expires_at", "used_at", "secret_hash"],
            ),
            whole(
                "console_session",
                &[
                    "session_id",
                    "uid",
                    "name",
                    "created_at",
                    "seen_at",
                    "expires_at",
                    "verified_at",
                    "secret_hash",
                ],
            ),
            whole(
                "console_passkey",
                &[
                    "passkey_id",
                    "uid",
                    "name",
                    "credential",
                    "doc",
                    "sign_count",
                    "created_at",
                    "used_at",
                    "hash",
                ],
            ),
            whole(
                "console_challenge",
                &["challenge_id", "bound_to", "purpose", "subject", "expires_at", "secret_hash"],
            ),
        ],
    },
    Group {
        title: "Search terms",
        gain: "Can hide a customer, an account, a payment or a deposit from `causeway find`, or have it found by \
               other words. What is found is read from its own row",
        parts: &[whole("search_term", &["platform_id", "term", "kind", "at", "id"])],
    },
    Group {
        title: "Keys and migrations",
        gain: "Can delete keys, or put back retired ones: UMA messages are then signed with an earlier key, or not \
               at all, and so are events if the planned end of the earlier key is deleted or put back too. No key \
               can be read or forged. Can have a server mistake the schema for another version",
        parts: &[
            whole(
                "secret_key",
                &["key_id", "platform_id", "purpose", "wrapped", "doc", "created_at", "retired_at"],
            ),
            part("webhook_key_end", &[], AWAY),
            whole(
                "schema_migration",
                &["number", "name", "checksum", "is_compatible", "program", "applied_at"],
            ),
        ],
    },
];
