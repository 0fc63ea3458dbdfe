//! Platforms, prices, and the records of partners.

use super::{AWAY, Group, part, whole};

const ORDERS: &[&str] = &["platform_id", "transaction_id", "accepted_at", "submissions", "released_at"];

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Platforms that are put back, and their clocks",
        gain: "Can give a platform its earlier limits, fees and endpoint, enable one that was disabled \
               since, and stop its clock or set it ahead: expired items stay valid, and due work is done \
               sooner or later",
        parts: &[
            part("platform", &["frozen_at", "lead_millis", "updated_at", "config_version"], AWAY),
            whole("uma_name", &["platform_id", "kind", "name"]),
        ],
    },
    Group {
        title: "Tokens",
        gain: "Can rename a token, revoke one, and make a deleted one valid again if its whole row is put \
               back",
        parts: &[part("token", &["name", "created_at", "deleted_at"], AWAY)],
    },
    Group {
        title: "Settings and prices",
        gain: "Can have money converted at a forged exchange rate at the cost of the service, lift the \
               limits of corridors, and switch off requirements of the settings, such as strong \
               authentication, approvals or knowing the counterparties",
        parts: &[
            whole("setting", &["scope", "name", "value", "updated_at"]),
            whole("deployment_version", &["id", "version"]),
            whole("operator_rate", &["sending", "receiving", "rate", "updated_at"]),
            whole("operator_rate_change", &["seq", "sending", "receiving", "rate", "actor", "at"]),
            whole("corridor_volume", &["platform_id", "corridor", "day", "volume"]),
        ],
    },
    Group {
        title: "Directories",
        gain: "Can add banks and providers as destinations of payments, and decide which providers a platform \
               deals with",
        parts: &[
            whole("bank", &["environment", "country", "currency", "bank_name", "display_name", "rails"]),
            whole("vasp", &["environment", "name", "url"]),
            whole("uma_provider", &["environment", "domain", "doc"]),
            whole("uma_provider_decision", &["platform_id", "domain", "is_allowed"]),
        ],
    },
    Group {
        title: "Messages of UMA providers",
        gain: "Can have a provider asked twice for the payment of one look-up, which it refuses, and have a \
               message accepted again that was accepted before: a discovery then leaves one more payment that \
               holds nothing. Can have a report about a payment sent to another address, show another report of \
               the provider, and lose Travel Rule data, but cannot read or forge it. Can lose the invoice of a \
               Lightning address, so that another one is fetched: the first may have been paid",
        parts: &[
            part("lookup", &["quote_id"], AWAY),
            part("uma_request", &[], AWAY),
            part("lightning_invoice", &[], AWAY),
            whole("uma_nonce", &["domain", "nonce", "signed_at", "seen_at"]),
            whole(
                "uma_hook",
                &[
                    "platform_id",
                    "transaction_id",
                    "token_hash",
                    "peer_domain",
                    "peer_callback",
                    "received",
                    "received_at",
                    "attempts",
                    "sent_at",
                ],
            ),
            whole("uma_travel_rule", &["platform_id", "transaction_id", "format", "encrypted", "stored_at"]),
        ],
    },
    Group {
        title: "Decisions of platforms and events of partners",
        gain: "Can extend or shorten the time in which a platform may decide about a payment, and have a \
               repeated event of a partner counted again: money that is reported twice is credited twice. \
               Can have a Lightning invoice paid again that was paid already",
        parts: &[
            whole("approval", &["platform_id", "transaction_id", "webhook_id", "asked_at", "decide_by"]),
            whole("invoice_payment", &["platform_id", "scope", "invoice", "transaction_id"]),
            whole("deposit_event", &["platform_id", "event_id", "transaction_id"]),
            whole("stablecoin_notification", &["platform_id", "event_id", "operation_id", "received_at"]),
            whole(
                "card_event",
                &[
                    "platform_id",
                    "event_id",
                    "issuer_token",
                    "transaction_id",
                    "number",
                    "doc",
                    "received_at",
                ],
            ),
        ],
    },
    Group {
        title: "State of the simulated partners",
        gain: "Can have the simulated rails, issuer and provider of a sandbox believe anything; no real \
               money is involved",
        parts: &[
            whole("sandbox_payout", ORDERS),
            whole("sandbox_debit", ORDERS),
            whole("sandbox_refund", ORDERS),
            whole(
                "sandbox_stablecoin_transfer",
                &[
                    "platform_id",
                    "operation_id",
                    "accepted_at",
                    "submissions",
                    "funded_at",
                    "canceled_at",
                    "is_short",
                    "is_settled",
                ],
            ),
            whole("sandbox_card_page", &["platform_id", "token_hash", "card_id", "expires_at"]),
            whole("sandbox_fault", &["platform_id", "name", "remaining", "set_at"]),
            whole("sandbox_message", &["platform_id", "message_id", "encrypted", "rendered_at", "stored_at"]),
            whole("sandbox_stablecoin_balance", &["platform_id", "stablecoin_id", "balance"]),
        ],
    },
];
