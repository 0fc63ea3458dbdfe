//! Money: payments, accounts, cards, stablecoins and the ledger.

use super::{AWAY, Added, Deleted, Group, Part, PutBack, part, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "What has become of payments and quotes",
        gain: "Can show other times, reasons and references than there were. Where what is booked allows it, can have a \
               payment cancelled, a refund that could not be made counted as made or the reverse, and the money of a direct \
               debit given back to another account of its owner. Can release a payment that waits for its platform, and take \
               away what a customer has to prove for a quote, which then goes on without it. Amounts and receivers stay what \
               they were; a payment that nothing is booked for can be deleted",
        parts: &[
            part("quote", &[], &[Deleted]),
            Part {
                table: "payment",
                columns: &["refund_reference", "updated_at"],
                members: &[
                    "settles_at",
                    "settled_at",
                    "phase",
                    "receipt_delivered_at",
                    "on_chain",
                    "funding.on_chain",
                    "refund",
                    "refund.status",
                    "refund.to",
                    "refund.reference",
                    "refund.reason",
                    "refund.initiated_at",
                    "refund.settled_at",
                    "cancellation_reason",
                    "challenge",
                    "history",
                    "receipt.approved_at",
                    "receipt.rejection_reason",
                    "receipt.given",
                    "receipt.wants",
                    "receipt.paid_by",
                ],
                rows: &[Deleted],
            },
            part("unmatched_deposit", &["updated_at"], &[PutBack]),
        ],
    },
    Group {
        title: "Internal accounts that are put back or deleted",
        gain: "Can undo what was done to an account since it was in that state, such as freezing or closing it, or adding ways \
               to pay into it. An account that is deleted cannot be used any more; what is paid to an identifier that is \
               deleted fits nothing and waits in suspense",
        parts: &[part("internal_account", &[], AWAY), part("funding_identifier", &[], AWAY)],
    },
    Group {
        title: "External accounts that are put back or deleted",
        gain: "Can make an account usable again that was disabled, under review or deleted since, and have a customer's \
               deposits go to the account that took them earlier. Never pays to other details than the service has taken",
        parts: &[
            part("external_account", &["updated_at"], AWAY),
            whole("ownership_challenge", &["platform_id", "account_id", "method", "nonce", "expires_at"]),
        ],
    },
    Group {
        title: "Cards",
        gain: "Can undo what was done to a card or its key since, such as freezing it, lowering its limit or revoking the key; \
               can hide cards from the accounts that fund them, and codes and reveals from those who count them. Card \
               transactions for which nothing is booked can be deleted",
        parts: &[
            part("card", &["updated_at"], AWAY),
            part("delegated_key", &["nickname", "sealed", "updated_at"], AWAY),
            part("card_transaction", &["has_suspended", "updated_at"], &[Deleted]),
            part("card_pull", &["updated_at"], &[]),
            whole(
                "card_funding_source",
                &[
                    "platform_id",
                    "binding_id",
                    "card_id",
                    "account_id",
                    "position",
                    "is_listed",
                    "attached_at",
                    "detached_at",
                ],
            ),
            whole(
                "card_reveal",
                &["platform_id", "reveal_id", "card_id", "token_id", "address", "revealed_at"],
            ),
            whole(
                "card_code",
                &[
                    "platform_id",
                    "event_id",
                    "card_id",
                    "channel",
                    "sealed",
                    "expires_at",
                    "received_at",
                    "stored_at",
                ],
            ),
        ],
    },
    Group {
        title: "Stablecoins",
        gain: "Can show a mint, burn, token or link in another state, have one asked about again, and count its idempotency \
               key for another request. What is minted or burned, through which account at the provider, how much, and from \
               and to where stays what it was; credentials that were exchanged do not open",
        parts: &[
            part(
                "stablecoin_provider_account",
                &["status", "credentials", "last_verified_at", "updated_at"],
                AWAY,
            ),
            part(
                "stablecoin",
                &["issuance_status", "service_status", "was_enabled", "minted", "burned", "updated_at"],
                AWAY,
            ),
            part(
                "stablecoin_operation",
                &["status", "progress", "scope_hash", "key", "request_hash", "submissions", "updated_at"],
                AWAY,
            ),
            part("stablecoin_quote", &["status", "operation_id", "updated_at"], AWAY),
        ],
    },
    Group {
        title: "The end of the ledger",
        gain: "Can take back the newest journals, which no head covers yet, together with everything that they changed, and \
               nothing older. Can add blocks before the first one and checkpoints that change no sum, by which nothing is won",
        parts: &[
            part("ledger_block", &[], &[Added]),
            part("ledger_checkpoint", &["code", "currency", "block"], &[Added, Deleted]),
        ],
    },
];
