//! Customers, their data, and their agents and wallets.

use super::{AWAY, Group, part, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Customers",
        gain: "Can have a customer count as verified who is not, revive one who was deleted, change what is known of one, and \
               lead a UMA address to another customer, to whom is credited what is paid to it from then on",
        parts: &[
            whole(
                "customer",
                &[
                    "platform_id",
                    "customer_id",
                    "platform_customer_id",
                    "customer_type",
                    "status",
                    "region",
                    "currencies",
                    "uma_local",
                    "is_deleted",
                    "doc",
                    "created_at",
                    "updated_at",
                ],
            ),
            whole("uma_address", &["platform_id", "local_part", "customer_id"]),
            whole("terms_consent", &["platform_id", "customer_id", "consent_id", "doc", "recorded_at"]),
            whole("end_user_terms", &["version", "url", "published_at"]),
        ],
    },
    Group {
        title: "Verification",
        gain: "Can approve who was not verified, and exchange the people behind a company. Can count wrong codes as none and \
               open a hosted page with a link of one's own, but cannot read the codes that were sent",
        parts: &[
            whole(
                "beneficial_owner",
                &["platform_id", "owner_id", "customer_id", "status", "doc", "created_at", "updated_at"],
            ),
            whole(
                "verification",
                &[
                    "platform_id",
                    "verification_id",
                    "customer_id",
                    "status",
                    "is_open",
                    "doc",
                    "created_at",
                    "updated_at",
                ],
            ),
            whole(
                "contact_code",
                &[
                    "platform_id",
                    "customer_id",
                    "channel",
                    "code_hash",
                    "wrong_attempts",
                    "expires_at",
                    "doc",
                ],
            ),
            whole(
                "kyc_link",
                &["platform_id", "code_hash", "customer_id", "expires_at", "used_at", "doc", "created_at"],
            ),
        ],
    },
    Group {
        title: "Documents, imports and invitations",
        gain: "Can exchange whom a document shows and with which documents a verification was submitted, have an import \
               stop, go on or repeat its rows, and have an invitation be another customer's. Files are sealed: they can be \
               lost or exchanged for each other, not read or made",
        parts: &[
            whole(
                "document",
                &[
                    "platform_id",
                    "document_id",
                    "holder",
                    "document_type",
                    "upload_id",
                    "doc",
                    "created_at",
                    "updated_at",
                ],
            ),
            whole(
                "submitted_document",
                &[
                    "platform_id",
                    "verification_id",
                    "document_id",
                    "holder",
                    "document_type",
                    "upload_id",
                    "doc",
                ],
            ),
            whole("upload", &["platform_id", "upload_id", "is_kept", "wrapped_key", "started_at"]),
            whole("upload_chunk", &["platform_id", "upload_id", "number", "sealed"]),
            whole(
                "customer_import",
                &[
                    "platform_id",
                    "import_id",
                    "upload_id",
                    "status",
                    "total",
                    "successful",
                    "failed",
                    "doc",
                    "created_at",
                    "completed_at",
                ],
            ),
            whole("customer_import_error", &["platform_id", "import_id", "number", "doc"]),
            whole("customer_import_name", &["platform_id", "import_id", "name"]),
            whole(
                "invitation",
                &[
                    "platform_id",
                    "code",
                    "environment",
                    "inviter_id",
                    "status",
                    "expires_at",
                    "doc",
                    "created_at",
                    "updated_at",
                ],
            ),
        ],
    },
    Group {
        title: "Strong authentication",
        gain: "Can put back what was known of a customer earlier, with factors that were removed, sessions that have been \
               ended and failures that are forgotten, or delete it with a lock that it holds. A factor, a login or a trusted \
               payee cannot be made: all of it is sealed for its row",
        parts: &[
            whole("sca_profile", &["platform_id", "customer_id", "sealed"]),
            whole(
                "sca_reset",
                &[
                    "platform_id",
                    "reset_id",
                    "customer_id",
                    "factor",
                    "status",
                    "session",
                    "expires_at",
                    "completed_at",
                    "created_at",
                ],
            ),
        ],
    },
    Group {
        title: "Agents",
        gain: "Can let a paused agent go on, forget what it has spent, which lifts its limits for a day or month, and undo what \
               was done to it since, such as narrowing its policy, deleting it or replacing the code that installs it. Can \
               have what an agent asks for count as decided, but cannot change which money moves by it",
        parts: &[
            part("agent", &["name", "is_paused", "usage", "deleted_at", "created_at", "updated_at"], AWAY),
            part("agent_device_code", &[], AWAY),
            whole(
                "agent_action",
                &[
                    "platform_id",
                    "action_id",
                    "agent_id",
                    "customer_id",
                    "transaction_id",
                    "type",
                    "sca_factor",
                    "status",
                    "has_begun",
                    "rejection_reason",
                    "expires_at",
                    "created_at",
                    "updated_at",
                ],
            ),
        ],
    },
    Group {
        title: "Wallets",
        gain: "Can keep a wallet from being used, and have wrong codes and failures forgotten. Credentials, sessions and \
               requests count only as the keeper of the keys has certified them, each revocation stands outside of the \
               database as well, and each payment has a signature of its own",
        parts: &[
            whole(
                "wallet",
                &[
                    "platform_id",
                    "account_id",
                    "customer_id",
                    "organization_id",
                    "user_id",
                    "wallet_id",
                    "issued_ms",
                    "certificate",
                    "created_at",
                ],
            ),
            whole(
                "wallet_credential",
                &[
                    "platform_id",
                    "credential_id",
                    "account_id",
                    "customer_id",
                    "type",
                    "identity",
                    "doc",
                    "certificate",
                    "created_at",
                    "updated_at",
                ],
            ),
            whole(
                "wallet_otp",
                &["platform_id", "credential_id", "status", "sealed", "tries", "under_way", "expires_at"],
            ),
            whole("wallet_attempt", &["platform_id", "credential_id", "doc"]),
            whole("wallet_wrong_code", &["platform_id", "day", "codes"]),
            whole(
                "wallet_session",
                &[
                    "platform_id",
                    "session_id",
                    "account_id",
                    "credential_id",
                    "status",
                    "doc",
                    "certificate",
                    "created_at",
                    "updated_at",
                    "expires_at",
                ],
            ),
            whole(
                "wallet_request",
                &[
                    "platform_id",
                    "request_id",
                    "account_id",
                    "scope",
                    "body_hash",
                    "status",
                    "failures",
                    "payload",
                    "doc",
                    "session_id",
                    "outcome",
                    "created_at",
                    "updated_at",
                    "expires_at",
                ],
            ),
            whole(
                "wallet_signature",
                &["platform_id", "transaction_id", "payload", "stamp", "certificate", "created_at"],
            ),
        ],
    },
];
