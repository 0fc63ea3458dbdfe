//! Money: payments, accounts, cards, stablecoins and the ledger.

use super::{AWAY, Added, Deleted, Group, Part, PutBack, part, whole};

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "State of payments and quotes",
        gain: "Can show other times, reasons and references than the true ones. As far as the postings \
               allow, can have a payment cancelled, have a failed refund counted as made or the reverse, \
               and have the money of a direct debit refunded to another account of its owner. Can release a \
               payment that waits for its platform, and remove the challenge that a customer has to pass \
               for a quote, which then goes on without it. Amounts and receivers stay the same; a payment \
               without postings can be deleted together with its state",
        parts: &[
            part("quote", &[], &[Deleted]),
            Part {
                table: "payment_state",
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
                    "settlement",
                    "settlement.reference",
                    "settlement.preimage",
                    "settlement.fee",
                    "cancellation_reason",
                    "challenge",
                    "history",
                    "incoming_uma.approved_at",
                    "incoming_uma.rejection_reason",
                    "incoming_uma.given",
                    "incoming_uma.wants",
                    "incoming_uma.paid_by",
                ],
                rows: &[],
            },
            part("unmatched_deposit", &["updated_at"], &[PutBack]),
        ],
    },
    Group {
        title: "Internal accounts that are put back or deleted",
        gain: "Can undo later changes to an account, such as freezing or closing it, or adding ways to pay \
               into it. A deleted account cannot be used any more; money that is paid to a deleted \
               identifier matches no account and waits in suspense",
        parts: &[part("internal_account", &[], AWAY), part("funding_identifier", &[], AWAY)],
    },
    Group {
        title: "External accounts that are put back or deleted",
        gain: "Can make an account usable again that was disabled, put under review or deleted since, and \
               have a customer's deposits go to the account that received them earlier. Payments never go \
               to details that the service has not accepted",
        parts: &[
            part("external_account", &["updated_at"], AWAY),
            whole("ownership_challenge", &["platform_id", "account_id", "method", "nonce", "expires_at"]),
        ],
    },
    Group {
        title: "Cards",
        gain: "Can undo later changes to a card or its key, such as freezing it, lowering its limit or \
               revoking the key; can hide cards from the accounts that fund them and shortfalls from the \
               inbox, and have codes and reveals not counted. Card transactions without postings can be \
               deleted",
        parts: &[
            part("card", &["updated_at"], AWAY),
            part("delegated_key", &["nickname", "encrypted", "updated_at"], AWAY),
            part("card_transaction", &["has_suspended", "has_shortfall", "updated_at"], &[Deleted]),
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
                    "encrypted",
                    "expires_at",
                    "received_at",
                    "stored_at",
                ],
            ),
        ],
    },
    Group {
        title: "Stablecoins",
        gain: "Can show a mint, burn, token or link in another state, have it asked about again, and have \
               its idempotency key count for another request. The token that is minted or burned, the \
               account at the provider, the amount, the source and the destination stay the same; replaced \
               credentials cannot be decrypted",
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
        gain: "Can take back the newest journals, which no head covers yet, together with everything that \
               they changed, and nothing older. Can add blocks before the first one and checkpoints that \
               change no sum, which gains nothing",
        parts: &[
            part("ledger_block", &[], &[Added]),
            part("ledger_checkpoint", &["code", "currency", "block"], &[Added, Deleted]),
        ],
    },
];
