//! The shows: at most eight statements, those of a customer and of a payment twelve.

use causeway_testing::seed::Seed;
use serde_json::{Value, json};

use super::lines::{Line, shown};

/// Returns a show that takes at most twelve statements. It adds up the newest payments of a customer.
const fn shown_widely(action: &'static str, arguments: fn(&Seed) -> Value) -> Line {
    Line { statements: 12, rows: 1_000, ..shown(action, arguments) }
}

pub(super) const LINES: &[Line] = &[
    shown_widely("customer show", |seed| json!({ "customer": seed.customer(777) })),
    shown_widely("customer show", |seed| json!({ "customer": seed.customer(0) })),
    shown_widely("payment show", |seed| json!({ "transaction": seed.payment(7_777) })),
    shown_widely("payment show", |seed| json!({ "transaction": seed.payment(777) })),
    shown_widely("payment show", |seed| json!({ "transaction": seed.payment(4_001) })),
    shown("account show", |seed| json!({ "account": seed.account(0) })),
    shown("external-account show", |seed| json!({ "account": seed.bank_account(0) })),
    shown("quote show", |seed| json!({ "quote": seed.quote(7) })),
    shown("deposit show", |seed| json!({ "transaction": seed.payment(777) })),
    shown("deposit show", |seed| json!({ "transaction": seed.unmatched_deposit(7) })),
    // It finds the customers with the payer's name, whose words are compared.
    Line {
        rows: 4_000,
        ..shown("suspense show", |seed| json!({ "transaction": seed.unmatched_deposit(7) }))
    },
    // The look is a row of the audit trail, which takes two statements.
    Line {
        statements: 10,
        ..shown("verification show", |seed| json!({ "verification": seed.customer(777) }))
    },
    // A reveal is a row of the audit trail too.
    Line { statements: 10, ..shown("customer reveal", |seed| json!({ "customer": seed.customer(777) })) },
    shown("card show", |seed| json!({ "card": seed.card(7) })),
    shown("card-transaction show", |seed| json!({ "transaction": seed.card_transaction(7) })),
    shown("agent show", |seed| json!({ "agent": seed.agent(7) })),
    shown("agent-action show", |seed| json!({ "action": seed.agent_action(7) })),
    shown("wallet show", |seed| json!({ "wallet": seed.wallet(7) })),
    shown("stablecoin show", |seed| json!({ "stablecoin": seed.stablecoin(7) })),
    shown("stablecoin-operation show", |seed| json!({ "operation": seed.stablecoin_operation(7) })),
    shown("token show", |seed| json!({ "token": seed.token(7) })),
    shown("webhook show", |seed| json!({ "webhook": seed.webhook(4_000) })),
    shown("alert show", |seed| json!({ "alert": seed.alert(7) })),
    shown("platform show", |_| json!({})),
    shown("rate show", |_| json!({ "sending": "USD", "receiving": "EUR" })),
    shown("clock show", |_| json!({})),
];
