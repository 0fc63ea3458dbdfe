//! Customers, their data, and their agents and wallets.

use super::{AWAY, Group, part, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Customers",
        gain: "Can make an unverified customer count as verified, restore a deleted one, change the data of \
               one, and redirect a UMA address to another customer, who is then credited with the payments \
               to it",
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
        gain: "Can approve persons and companies that were not verified, and replace the beneficial owners \
               of a company. Can reset the count of wrong codes and open a hosted page with a forged link, \
               but cannot read the codes that were sent",
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
        gain: "Can change the holder of a document and the documents of a submitted verification, have an \
               import stop, continue or repeat its rows, and assign an invitation to another customer. \
               Files are encrypted: they can be lost or swapped, but not read or forged",
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
            whole("upload_chunk", &["platform_id", "upload_id", "number", "encrypted"]),
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
        gain: "Can put back an earlier profile of a customer, with factors that were removed since, \
               sessions that were ended since and fewer failures, or delete a profile with the lock that it \
               holds. A factor, a login or a trusted payee cannot be forged: the profile is encrypted for \
               its row",
        parts: &[
            whole("sca_profile", &["platform_id", "customer_id", "encrypted"]),
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
        gain: "Can resume a paused agent, reset its spending, which lifts its limits for a day or a month, \
               and undo later changes, such as narrowing its policy, deleting it or replacing the code that \
               installs it. Can have an agent's action count as decided, but cannot change the money that \
               it moves",
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
        gain: "Can keep a wallet from being used, and have wrong codes and failures forgotten. Credentials, \
               sessions and requests count only as the key service has certified them, each revocation is \
               also recorded outside of the database, and each payment has a signature of its own",
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
                &["platform_id", "credential_id", "status", "encrypted", "tries", "under_way", "expires_at"],
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
