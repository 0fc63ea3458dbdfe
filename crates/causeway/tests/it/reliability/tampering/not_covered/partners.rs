//! Platforms, prices, and the records of partners.

use super::{AWAY, Group, part, whole};

const ORDERS: &[&str] = &["platform_id", "transaction_id", "accepted_at", "submissions", "released_at"];

pub(super) const GROUPS: &[Group] = &[
    Group {
        title: "Platforms that are put back, and their clocks",
        gain: "Can give a platform the limits, fees and endpoint that it had earlier, enable one that was disabled since, and \
               let a clock stand or run ahead: what has expired counts on, what is due comes sooner or later",
        parts: &[
            part("platform", &["frozen_at", "lead_millis", "updated_at", "config_version"], AWAY),
            whole("uma_name", &["platform_id", "kind", "name"]),
        ],
    },
    Group {
        title: "Tokens",
        gain: "Can give a token another name, withdraw one, and make one valid again that was deleted, if its row is put back whole",
        parts: &[part("token", &["name", "created_at", "deleted_at"], AWAY)],
    },
    Group {
        title: "Settings and prices",
        gain: "Can have money converted at an exchange rate of one's own, at the cost of the service, lift the limits of \
               corridors, and switch off what settings ask for, such as strong authentication, approvals or the requirement \
               to know counterparties",
        parts: &[
            whole("setting", &["scope", "name", "value", "updated_at"]),
            whole("deployment_version", &["id", "version"]),
            whole("operator_rate", &["sending", "receiving", "rate", "updated_at"]),
            whole("corridor_volume", &["platform_id", "corridor", "day", "volume"]),
        ],
    },
    Group {
        title: "Directories and receivers",
        gain: "Can add banks and providers that payments may go to, decide with which providers a platform deals, and change \
               what a sender was shown of a receiver, in which currencies and between which amounts it takes money",
        parts: &[
            whole("bank", &["environment", "country", "currency", "bank_name", "display_name", "rails"]),
            whole("vasp", &["environment", "name", "url"]),
            whole("uma_provider", &["environment", "domain", "doc"]),
            whole("uma_provider_decision", &["platform_id", "domain", "is_allowed"]),
            whole("lookup", &["platform_id", "lookup_id", "customer_id", "doc", "expires_at", "created_at"]),
        ],
    },
    Group {
        title: "Decisions of platforms and events of partners",
        gain: "Can extend or end the time in which a platform may decide about a payment, and have an event counted again that \
               a partner repeats: money that it reports twice is credited twice. Can have an invoice of the Lightning network that \
               was paid once paid again",
        parts: &[
            whole("approval", &["platform_id", "transaction_id", "webhook_id", "asked_at", "decide_by"]),
            whole("invoice_payment", &["platform_id", "invoice", "transaction_id"]),
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
        title: "What the simulated partners remember",
        gain: "Can have the simulated rails, issuer and provider of a sandbox believe anything; no real money is there",
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
            whole("sandbox_message", &["platform_id", "message_id", "sealed", "rendered_at", "stored_at"]),
            whole("sandbox_stablecoin_balance", &["platform_id", "stablecoin_id", "balance"]),
        ],
    },
];
