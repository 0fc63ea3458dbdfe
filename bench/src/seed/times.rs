//! Times of operators' searches, lists and shows on a seeded store, over the socket of a running server.

use std::time::Instant;

use causeway_domain::Ids;
use causeway_domain::ids::PlatformId;
use causeway_testing::seed::{Seed, cents, name};
use serde_json::{Value, json};

use super::options::SeedOptions;
use super::run::NAME;
use crate::error::Result;
use crate::report::report;
use crate::service::DataLocation;
use crate::stats::quantile;

/// Number of calls of each line.
const CALLS: u64 = 200;

/// A line of the table.
struct Line {
    action: &'static str,
    /// The arguments in words.
    about: &'static str,
    /// Returns the arguments besides the platform. The number differs from call to call.
    arguments: fn(&Seed, u64) -> Value,
}

const fn line(action: &'static str, about: &'static str, arguments: fn(&Seed, u64) -> Value) -> Line {
    Line { action, about, arguments }
}

const SEARCHES: [Line; 10] = [
    line("find/text", "an id", |seed, number| find(payment(seed, number))),
    line("find/text", "the end of an id", |seed, number| find(end(&payment(seed, number)))),
    line("find/text", "a name", |seed, number| find(name(number % seed.customers))),
    line("find/text", "a name and a beginning", |_, number| {
        find(if number.is_multiple_of(2) { "Ada Love" } else { "Grace Hop" })
    }),
    line("find/text", "an email address", |seed, number| {
        find(format!("seed{}@example.com", number % seed.customers))
    }),
    line("find/text", "a telephone number", |seed, number| {
        find(format!("+1415{:07}", number % seed.customers))
    }),
    line("find/text", "the end of an account number", |seed, number| {
        find(format!("{:04}", number % seed.customers.min(10_000)))
    }),
    line("find/text", "a reference", |seed, number| find(format!("SEED{:010}", transfer(seed, number)))),
    line("find/text", "a remittance text", |seed, number| {
        find(format!("Invoice {}", transfer(seed, number)))
    }),
    line("find/text", "an amount", |seed, number| {
        let cents = cents(transfer(seed, number));
        find(format!("{}.{:02} USD", cents / 100, cents % 100))
    }),
];

const LISTS: [Line; 24] = [
    line("customer/list", "all", |_, _| json!({})),
    line(
        "customer/list",
        "own id",
        |seed, number| json!({ "own_id": format!("seed-{}", number % seed.customers) }),
    ),
    line("customer/list", "status, without an index", |_, _| json!({ "status": "HOLD" })),
    line("payment/list", "all", |_, _| json!({})),
    line(
        "payment/list",
        "customer",
        |seed, number| json!({ "customer": seed.customer(number % seed.customers) }),
    ),
    line("payment/list", "the busiest customer", |seed, _| json!({ "customer": seed.customer(0) })),
    line("payment/list", "the busiest account", |seed, _| json!({ "account": seed.account(0).to_string() })),
    line("payment/list", "status", |_, _| json!({ "status": "PENDING" })),
    line("payment/list", "open", |_, _| json!({ "open": true })),
    line("payment/list", "type", |_, _| json!({ "type": "INCOMING" })),
    line("payment/list", "rail, without an index", |_, _| json!({ "rail": "SEPA" })),
    line("account/list", "all", |_, _| json!({})),
    line("external-account/list", "all", |_, _| json!({})),
    line("external-account/list", "status, without an index", |_, _| json!({ "status": "UNDER_REVIEW" })),
    line("verification/list", "waiting", |_, _| json!({})),
    line("deposit/list", "all", |_, _| json!({})),
    line("deposit/list", "unmatched", |_, _| json!({ "unmatched": true })),
    line("suspense/list", "all", |_, _| json!({})),
    line("card/list", "all", |_, _| json!({})),
    line("agent-action/list", "all", |_, _| json!({})),
    line("webhook/list", "all", |_, _| json!({})),
    line("jobs/list", "all", |_, _| json!({})),
    line("alert/list", "open", |_, _| json!({})),
    line("inbox/list", "all", |_, _| json!({})),
];

const SHOWS: [Line; 13] = [
    line(
        "customer/show",
        "any",
        |seed, number| json!({ "customer": seed.customer(number % seed.customers) }),
    ),
    line("customer/show", "the busiest", |seed, _| json!({ "customer": seed.customer(0) })),
    line("payment/show", "any", |seed, number| json!({ "transaction": payment(seed, number) })),
    line("account/show", "any", |seed, number| json!({ "account": seed.account(number % seed.customers) })),
    line("account/show", "the busiest", |seed, _| json!({ "account": seed.account(0) })),
    line("external-account/show", "the busiest", |seed, _| json!({ "account": seed.bank_account(0) })),
    line(
        "deposit/show",
        "any",
        |seed, number| json!({ "transaction": seed.payment(number % seed.customers.min(seed.payments)) }),
    ),
    line(
        "suspense/show",
        "any",
        |seed, number| json!({ "transaction": seed.unmatched_deposit(extra(seed, number)) }),
    ),
    line("card/show", "any", |seed, number| json!({ "card": seed.card(extra(seed, number)) })),
    line(
        "card-transaction/show",
        "any",
        |seed, number| json!({ "transaction": seed.card_transaction(extra(seed, number)) }),
    ),
    line("agent/show", "any", |seed, number| json!({ "agent": seed.agent(extra(seed, number)) })),
    line("wallet/show", "any", |seed, number| json!({ "wallet": seed.wallet(extra(seed, number)) })),
    line("ledger/balances", "all", |_, _| json!({})),
];

/// Measures all lines, and prints the table.
pub(crate) async fn measure(arguments: &[String]) -> Result<()> {
    let SeedOptions { data, database, customers, payments } = SeedOptions::read(arguments)?;
    let place = DataLocation { folder: data, url: database };
    let platform = platform(&place).await?;
    let seed = Seed { platform, customers, payments, ids: Ids::system() };
    if seed.extras() == 0 || payments <= customers {
        return Err("the store needs 100 customers, and more payments than customers".into());
    }
    report("| action | arguments | p50 | p95 | most |\n|---|---|---|---|---|")?;
    for line in SEARCHES.iter().chain(&LISTS).chain(&SHOWS) {
        measure_line(&place, &seed, line).await?;
    }
    Ok(())
}

async fn measure_line(place: &DataLocation, seed: &Seed, line: &Line) -> Result<()> {
    let mut millis = Vec::new();
    for call in 0..CALLS {
        let mut arguments = (line.arguments)(seed, call.wrapping_mul(7_919));
        arguments["platform"] = json!(seed.platform);
        let began = Instant::now();
        place.act(line.action, &arguments).await?;
        millis.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    millis.sort_unstable_by(f64::total_cmp);
    let [p50, p95, most] =
        [500, 950, 1_000].map(|of_thousand| quantile(&millis, of_thousand).unwrap_or_default());
    let action = line.action.replace('/', " ");
    report(&format!("| {action} | {} | {p50:.1} ms | {p95:.1} ms | {most:.1} ms |", line.about))
}

/// Finds the platform that was filled.
async fn platform(place: &DataLocation) -> Result<PlatformId> {
    let all = place.act("platform/list", &json!({})).await?;
    let named = all.as_array().into_iter().flatten().find(|platform| platform["name"] == NAME);
    let id = named.and_then(|platform| platform["platform"].as_str());
    Ok(id.ok_or("the store is not seeded: see cargo xtask seed")?.parse()?)
}

fn find(text: impl Into<String>) -> Value {
    json!({ "text": [text.into()] })
}

/// Returns the number of a transfer.
fn transfer(seed: &Seed, number: u64) -> u64 {
    seed.customers + number % (seed.payments - seed.customers)
}

/// Returns the id of a transfer.
fn payment(seed: &Seed, number: u64) -> String {
    seed.payment(transfer(seed, number)).to_string()
}

/// Returns the number of a customer with one of everything.
fn extra(seed: &Seed, number: u64) -> u64 {
    number % seed.extras()
}

/// Returns the last six digits of an id.
fn end(id: &str) -> String {
    id.chars().skip(id.len().saturating_sub(6)).collect()
}
