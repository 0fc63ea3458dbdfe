//! Money that third parties send to accounts, for quotes that cannot be funded any more, or without a
//! matching account, or debit by the coordinates of accounts; and operators' decisions about it (money 3.5,
//! 8.4).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::unmatched_deposits;
use serde_json::{Value, json};

use crate::platforms::any_tenant;
use crate::rng::Rng;
use crate::violation::CheckResult;
use crate::world::{UnmatchedMoney, World, operate, platform_choice};

/// The most frequent action, with its weight.
const FIRST: (u32, &str) = (44, "push");
/// The other actions, with their weights. Banks also report on announced deposits through operators.
const OTHERS: &[(u32, &str)] = &[
    (12, "debit"),
    (14, "settle"),
    (6, "fail"),
    (10, "release"),
    (8, "reject"),
    (6, "resolve"),
    (18, "late"),
    (16, "stray"),
    (10, "attribute"),
    (8, "send back"),
    (4, "end"),
];

/// Number of latest deposits from which one is decided.
const LATEST: usize = 4;

/// Takes such an action on any platform.
pub(super) fn move_any(world: &mut World) -> CheckResult {
    let tenant = any_tenant(&world.rng());
    move_one(world, tenant)
}

/// Number of latest quotes from which one is funded too late.
const QUOTES: usize = 12;

/// Sends or debits money, or decides about money that has arrived.
pub(super) fn move_one(world: &mut World, number: usize) -> CheckResult {
    let rng = world.rng();
    let verb = rng.weighted(FIRST.0, FIRST.1, OTHERS);
    let arguments = match verb {
        "push" => deposit(world, number, &rng),
        "debit" => debit(world, number, &rng),
        "late" => late_funding(world, number, &rng),
        "stray" => report_unmatched(world, number, &rng),
        "attribute" => attribution(world, number, &rng)?,
        "send back" => pick_unmatched(world, number, &rng, UnmatchedStatus::Held)?
            .map(|id| json!({ "transaction": id, "payer": true })),
        "end" => pick_unmatched(world, number, &rng, UnmatchedStatus::Returning)?.map(transaction_argument),
        _ => decision(world, number, &rng),
    };
    let Some(mut arguments) = arguments else { return Ok(()) };
    arguments["platform"] = platform_choice(world, number).into();
    match verb {
        "settle" | "fail" => operate(world, "payment", verb, arguments),
        "end" => operate(world, "payment", rng.weighted(50, "release", &[(50, "keep")]), arguments),
        "resolve" | "attribute" | "send back" => operate(world, "suspense", "resolve", arguments),
        "stray" => operate(world, "deposit", "push", arguments),
        _ => operate(world, "deposit", verb, arguments),
    }
}

/// Funds a quote once more or too late, with its total or another amount.
fn late_funding(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let paid_in = world.tenants[number].quotes.iter().rev().filter(|(_, quote)| quote.pays_in.is_some());
    let latest: Vec<_> = paid_in.map(|(id, _)| *id).take(QUOTES).collect();
    let amount = rng.percent(50).then(|| rng.between(1, 2_000_000));
    Some(json!({ "quote": rng.pick(&latest)?, "amount": amount }))
}

/// Reports money without a matching account; sometimes repeats an earlier report.
fn report_unmatched(world: &mut World, number: usize, rng: &Rng) -> Option<Value> {
    let unmatched = &mut world.tenants[number].unmatched;
    let known: Vec<String> = unmatched.keys().cloned().collect();
    let again = rng.pick(&known).filter(|_| rng.percent(40)).cloned();
    let event = again.unwrap_or_else(|| format!("event {}", known.len()));
    let currency = *rng.pick(&["USD", "EUR", "USDC"])?;
    let fresh = || UnmatchedMoney { currency: currency.to_owned(), amount: rng.between(1, 1_000_000) };
    let reported = unmatched.entry(event.clone()).or_insert_with(fresh);
    let UnmatchedMoney { currency, amount } = reported.clone();
    Some(
        json!({ "reference": format!("nobody's {event}"), "amount": amount, "currency": currency, "event": event }),
    )
}

/// Credits such money to an account, mostly one in its currency.
fn attribution(world: &World, number: usize, rng: &Rng) -> CheckResult<Option<Value>> {
    let Some(id) = pick_unmatched(world, number, rng, UnmatchedStatus::Held)? else { return Ok(None) };
    let tenant = &world.tenants[number];
    let platform = tenant.id;
    let found = world.read(move |tx| unmatched_deposits::find(tx, platform, id))?;
    let is_any = rng.percent(15);
    let is_suitable = |currency: &str| {
        is_any || found.as_ref().is_some_and(|stray| stray.doc.amount.currency.as_str() == currency)
    };
    let accounts: Vec<_> =
        tenant.accounts.iter().filter(|(_, account)| is_suitable(&account.currency)).collect();
    Ok(rng.pick(&accounts).map(|(account, _)| json!({ "transaction": id, "account": account })))
}

/// Picks money without a matching account, in this status.
fn pick_unmatched(
    world: &World,
    number: usize,
    rng: &Rng,
    status: UnmatchedStatus,
) -> CheckResult<Option<TransactionId>> {
    let platform = world.tenants[number].id;
    let all = world.read(move |tx| unmatched_deposits::list(tx, platform))?;
    let all: Vec<_> = all.into_iter().filter(|one| one.status == status).map(|one| one.id).collect();
    Ok(rng.pick(&all).copied())
}

fn transaction_argument(id: TransactionId) -> Value {
    json!({ "transaction": id })
}

/// Sends a deposit: coins mostly with a sender address, bank money sometimes with a rail, which need not
/// reach the account.
fn deposit(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let tenant = &world.tenants[number];
    let all: Vec<_> = tenant.accounts.iter().collect();
    let (id, account) = rng.pick(&all)?;
    let mut arguments = json!({ "account": id, "amount": rng.between(1, 1_000_000) });
    match account.currency.as_str() {
        "USD" | "EUR" => {
            if rng.percent(60) {
                let rails = ["ACH", "WIRE", "SEPA", "SEPA_INSTANT", "RTP", "SWIFT"];
                arguments["rail"] = rng.pick(&rails).copied().into();
            }
            if rng.percent(50) {
                arguments["payer"] = "Erika Musterfrau".into();
            }
        }
        _ => {
            let wallets = tenant.externals.iter().filter(|one| one.customer == account.customer);
            let known: Vec<&String> = wallets.filter_map(|one| one.address.as_ref()).collect();
            let known = rng.pick(&known).map(|address| (*address).clone());
            let unknown = || format!("0x{:040x}", rng.between(1, 40));
            if rng.percent(85) {
                arguments["from"] = known.filter(|_| rng.percent(80)).unwrap_or_else(unknown).into();
            }
        }
    }
    Some(arguments)
}

fn debit(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let all = world.tenants[number].accounts.iter();
    let dollars: Vec<_> = all.filter(|(_, account)| account.currency == "USD").collect();
    let (id, account) = rng.pick(&dollars)?;
    let most = if rng.percent(80) { account.balance / 4 } else { account.balance.saturating_mul(2) };
    Some(json!({ "account": id, "amount": rng.between(1, most.max(100)) }))
}

fn decision(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let latest: Vec<_> = world.tenants[number].deposits.keys().rev().take(LATEST).collect();
    Some(json!({ "transaction": rng.pick(&latest)? }))
}
