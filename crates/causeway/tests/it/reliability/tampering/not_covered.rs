//! What is not covered: the same lines as in `docs/operating.md`, each with the changes that it stands for.

use super::changes::{Change, Tampering};

/// A line of the list.
pub(super) struct Line {
    pub(super) text: &'static str,
    /// Whether a change that nobody notices is what the line says.
    pub(super) says: fn(&Tampering) -> bool,
}

/// The list.
pub(super) const LINES: &[Line] = &[
    Line {
        text: "events that wait to be sent, and what is known of their delivery",
        says: |t| t.is_of(&["outbox"]),
    },
    Line {
        text: "customers, their UMA addresses, their consents, and the terms that they consent to",
        says: |t| t.is_of(&["customer", "uma_address", "terms_consent", "end_user_terms"]),
    },
    Line {
        text: "the people behind companies, verifications, and the codes and links that are sent for them",
        says: |t| t.is_of(&["beneficial_owner", "verification", "contact_code", "kyc_link"]),
    },
    Line {
        text: "documents, uploaded files, imports of customers, and invitations",
        says: |t| {
            t.is_of(&["document", "upload", "upload_chunk", "customer_import", "customer_import_error"])
                || t.is_of(&["invitation"])
        },
    },
    Line {
        text: "factors of strong authentication with what resets them, what has to be proved for a quote, and proofs that \
               wallets elsewhere are owned",
        says: |t| {
            t.is_of(&["sca_profile", "sca_reset", "ownership_challenge"])
                || (t.is_of(&["quote"]) && t.changes(&["challenge"]))
        },
    },
    Line {
        text: "internal accounts: whose they are, their status, and what payers name to reach them",
        says: |t| t.is_of(&["internal_account", "funding_identifier"]),
    },
    Line {
        text: "platforms: their names, clocks and endpoints, and whether they are disabled",
        says: |t| t.is_of(&["platform", "uma_name"]),
    },
    Line {
        text: "settings, operators' exchange rates, and how much of a corridor's limit is used",
        says: |t| t.is_of(&["setting", "operator_rate", "corridor_volume"]),
    },
    Line {
        text: "directories, with which UMA providers platforms may deal, and what was shown of receivers",
        says: |t| t.is_of(&["bank", "vasp", "uma_provider", "uma_provider_decision", "lookup"]),
    },
    Line { text: "alerts and the audit trail", says: |t| t.is_of(&["alert", "audit"]) },
    Line {
        text: "work that waits, stored answers of idempotent requests, and markers of commits",
        says: |t| t.is_of(&["job", "idempotency", "commit_marker"]),
    },
    Line {
        text: "secret keys that are deleted, exchanged or put back, and the list of migrations",
        says: |t| t.is_of(&["secret_key", "schema_migration"]),
    },
    Line {
        text: "wallets: their names in payloads, their credentials, codes, sessions and requests, which count only as they \
               are certified, and their signatures beside that each payment has its own",
        says: |t| {
            t.is_of(&["wallet", "wallet_credential", "wallet_otp", "wallet_attempt", "wallet_wrong_code"])
                || t.is_of(&["wallet_session", "wallet_request", "wallet_signature"])
        },
    },
    Line {
        text: "which payments wait for a decision of their platform, and which events of partners were reported",
        says: |t| t.is_of(&["approval", "deposit_event", "stablecoin_notification", "card_event"]),
    },
    Line {
        text: "stablecoins: credentials, statuses and progress of links, tokens, previews and operations, what was minted \
               and burned, and what is deleted or put back",
        says: |t| {
            let changed = t.changes(&[
                "status",
                "credentials",
                "last_verified_at",
                "issuance_status",
                "service_status",
            ]) || t.changes(&[
                "was_enabled",
                "minted",
                "burned",
                "progress",
                "scope_hash",
                "key",
                "request_hash",
            ]) || t.changes(&["submissions", "updated_at"])
                || (t.is_of(&["stablecoin_quote"]) && t.changes(&["operation_id"]))
                || t.deletes()
                || t.change == Change::PutBack;
            let tables =
                ["stablecoin_provider_account", "stablecoin", "stablecoin_operation", "stablecoin_quote"];
            t.is_of(&tables) && changed
        },
    },
    Line {
        text: "the lists of which accounts fund a card, who has had its number shown and which of its transactions have \
               something in suspense, and codes that wait to be sent",
        says: |t| {
            t.is_of(&["card_funding_source", "card_reveal", "card_code"])
                || (t.is_of(&["card_transaction"]) && t.changes(&["has_suspended"]))
        },
    },
    Line {
        text: "cards and their keys that are deleted or put back, names of keys and their sealed halves, and card \
               transactions for which nothing is booked",
        says: |t| {
            let is_away = t.deletes() || t.change == Change::PutBack;
            (t.is_of(&["card", "delegated_key"]) && is_away)
                || (t.is_of(&["delegated_key"]) && t.changes(&["nickname", "sealed"]))
                || (t.is_of(&["card_transaction"]) && t.deletes())
        },
    },
    Line {
        text: "when cards, their keys, their transactions and pulls, and money that fits nothing have last changed",
        says: |t| {
            t.changes(&["updated_at"])
                && t.is_of(&["card", "delegated_key", "card_transaction", "card_pull", "unmatched_deposit"])
        },
    },
    Line {
        text: "agents that are deleted or put back, their names, whether they are paused, what they have spent, and the \
               codes that install them",
        says: |t| {
            t.is_of(&["agent_device_code"])
                || (t.is_of(&["agent"])
                    && (t.changes(&["name", "is_paused", "usage", "deleted_at", "created_at", "updated_at"])
                        || t.deletes()
                        || t.change == Change::PutBack))
        },
    },
    Line { text: "what agents ask for, beside its payment", says: |t| t.is_of(&["agent_action"]) },
    Line { text: "what the simulated partners remember", says: |t| t.table.name.starts_with("sandbox_") },
    Line {
        text: "the status of external accounts, and which one takes a customer's deposits",
        says: |t| {
            t.is_of(&["external_account"])
                && (t.changes(&["status", "is_deleted", "is_default_deposit", "updated_at"])
                    || t.change == Change::PutBack)
        },
    },
    Line {
        text: "times, reasons and references of payments and quotes beside their terms and statuses",
        says: |t| {
            (t.changes(&["refund_reference", "updated_at"]) && t.is_of(&["payment", "quote"]))
                || t.changes_member(&[
                    "settles_at",
                    "settled_at",
                    "failure",
                    "receipt_delivered_at",
                    "on_chain",
                ])
                || t.changes_member(&[
                    "funding.on_chain",
                    "refund.reference",
                    "refund.reason",
                    "cancellation_reason",
                ])
                || t.changes_member(&["refund.initiated_at", "refund.settled_at"])
        },
    },
    Line {
        text: "whether payments are being cancelled or could not be refunded, where what is booked allows it, and to which of \
               its owner's accounts the money of a direct debit goes back",
        says: |t| t.changes_member(&["refund", "refund.status", "refund.to"]),
    },
    Line {
        text: "whether a platform is still to approve a payment, whether it has approved money from a UMA address, what was \
               said of the receiver, and which payment has paid it",
        says: |t| {
            t.changes_member(&["awaits_approval", "receipt.approved_at", "receipt.rejection_reason"])
                || t.changes_member(&["receipt.given", "receipt.wants", "receipt.paid_by"])
        },
    },
    Line {
        text: "what deposits wait for before they are credited, and money that fits nothing, where it is put back as it was \
               before it was on its way back",
        says: |t| {
            t.changes_member(&["pending_reason"])
                || (t.is_of(&["unmatched_deposit"]) && t.change == Change::PutBack)
        },
    },
    Line {
        text: "quotes with their payments, and external accounts, that are deleted before anything is booked for them",
        says: |t| t.deletes() && t.is_of(&["quote", "payment", "external_account"]),
    },
    Line {
        text: "names and times of tokens, and a deleted token, which is valid again if it is put back whole",
        says: |t| t.is_of(&["token"]),
    },
    Line {
        text: "blocks that are added before the first one, and checkpoints that change no sum",
        says: |t| {
            (t.is_of(&["ledger_block"]) && t.change == Change::Twin)
                || (t.is_of(&["ledger_checkpoint"])
                    && (t.deletes() || t.change == Change::Twin || t.changes(&["code", "currency", "block"])))
        },
    },
    Line {
        text: "the newest journals, which no head covers yet, where everything that they changed is put back with them",
        says: |_| false,
    },
];

impl Tampering {
    fn is_of(&self, tables: &[&str]) -> bool {
        tables.contains(&self.table.name.as_str())
    }

    fn changes(&self, columns: &[&str]) -> bool {
        self.column().is_some_and(|column| columns.contains(&column))
    }

    fn changes_member(&self, members: &[&str]) -> bool {
        self.member().is_some_and(|member| members.contains(&member))
    }

    /// Whether a token may be valid again by it: a row that was true once is authentic for ever.
    pub(super) fn revives_a_token(&self) -> bool {
        self.is_of(&["token"]) && self.change == Change::PutBack
    }

    const fn deletes(&self) -> bool {
        matches!(self.change, Change::Deleted | Change::Unmade)
    }
}
