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
        text: "wallets: their names in payloads and their credentials, which count only as they are certified",
        says: |t| t.is_of(&["wallet", "wallet_credential"]),
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
    Line {
        text: "what the simulated rails remember",
        says: |t| t.is_of(&["sandbox_payout", "sandbox_debit", "sandbox_refund"]),
    },
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
        says: |t| t.changes(&["state", "refund_reference", "updated_at"]) && t.is_of(&["payment", "quote"]),
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

    /// Whether a token may be valid again by it: a row that was true once is authentic for ever.
    pub(super) fn revives_a_token(&self) -> bool {
        self.is_of(&["token"]) && self.change == Change::PutBack
    }

    const fn deletes(&self) -> bool {
        matches!(self.change, Change::Deleted | Change::Unmade)
    }
}
