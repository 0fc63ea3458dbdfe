//! Money that others send to accounts, for quotes that take none any more, or to nobody, or debit by the coordinates of
//! accounts; and what operators decide about it (money 3.5, 8.4).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::unmatched_deposits;
use serde_json::{Value, json};

use crate::platforms::any_tenant;
use crate::rng::Rng;
use crate::violation::Checked;
use crate::world::{Stray, World, choice, operate};

/// What is done, by its weight. The banks of deposits that were announced speak through operators, too.
const FIRST: (u32, &str) = (44, "push");
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

/// Deposits that are decided about: the latest.
const LATEST: usize = 4;

/// The same on any platform.
pub(super) fn move_any(world: &mut World) -> Checked {
    let tenant = any_tenant(&world.rng());
    move_one(world, tenant)
}

/// Quotes of which one is paid in for too late: the latest.
const QUOTES: usize = 12;

/// Money comes, or a third party debits it; or something becomes of what has come.
pub(super) fn move_one(world: &mut World, number: usize) -> Checked {
    let rng = world.rng();
    let verb = rng.weighted(FIRST, OTHERS);
    let arguments = match verb {
        "push" => pushed(world, number, &rng),
        "debit" => debited(world, number, &rng),
        "late" => late(world, number, &rng),
        "stray" => stray(world, number, &rng),
        "attribute" => attributed(world, number, &rng)?,
        "send back" => strayed(world, number, &rng, UnmatchedStatus::Held)?
            .map(|id| json!({ "transaction": id, "payer": true })),
        "end" => strayed(world, number, &rng, UnmatchedStatus::Returning)?.map(named),
        _ => decided(world, number, &rng),
    };
    let Some(mut arguments) = arguments else { return Ok(()) };
    arguments["platform"] = choice(world, number).into();
    match verb {
        "settle" | "fail" => operate(world, "payment", verb, arguments),
        "end" => operate(world, "payment", rng.weighted((50, "release"), &[(50, "keep")]), arguments),
        "resolve" | "attribute" | "send back" => operate(world, "suspense", "resolve", arguments),
        "stray" => operate(world, "deposit", "push", arguments),
        _ => operate(world, "deposit", verb, arguments),
    }
}

/// The payer of a quote pays once more, or too late, as much as was wanted or not.
fn late(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let paid_in = world.tenants[number].quotes.iter().rev().filter(|(_, quote)| quote.pays_in.is_some());
    let latest: Vec<_> = paid_in.map(|(id, _)| *id).take(QUOTES).collect();
    let amount = rng.percent(50).then(|| rng.between(1, 2_000_000));
    Some(json!({ "quote": rng.pick(&latest)?, "amount": amount }))
}

/// Money comes that fits nothing; now and then its bank reports the same again.
fn stray(world: &mut World, number: usize, rng: &Rng) -> Option<Value> {
    let strays = &mut world.tenants[number].strays;
    let known: Vec<String> = strays.keys().cloned().collect();
    let again = rng.pick(&known).filter(|_| rng.percent(40)).cloned();
    let event = again.unwrap_or_else(|| format!("event {}", known.len()));
    let currency = *rng.pick(&["USD", "EUR", "USDC"])?;
    let fresh = || Stray { currency: currency.to_owned(), amount: rng.between(1, 1_000_000) };
    let reported = strays.entry(event.clone()).or_insert_with(fresh);
    let Stray { currency, amount } = reported.clone();
    Some(
        json!({ "reference": format!("nobody's {event}"), "amount": amount, "currency": currency, "event": event }),
    )
}

/// An account gets it: mostly one that could.
fn attributed(world: &World, number: usize, rng: &Rng) -> Checked<Option<Value>> {
    let Some(id) = strayed(world, number, rng, UnmatchedStatus::Held)? else { return Ok(None) };
    let tenant = &world.tenants[number];
    let platform = tenant.id;
    let found = world.read(move |tx| unmatched_deposits::find(tx, platform, id))?;
    let is_any = rng.percent(15);
    let fits = |currency: &str| {
        is_any || found.as_ref().is_some_and(|stray| stray.doc.amount.currency.as_str() == currency)
    };
    let accounts: Vec<_> = tenant.accounts.iter().filter(|(_, account)| fits(&account.currency)).collect();
    Ok(rng.pick(&accounts).map(|(account, _)| json!({ "transaction": id, "account": account })))
}

/// Money that fits nothing and stands there.
fn strayed(
    world: &World,
    number: usize,
    rng: &Rng,
    status: UnmatchedStatus,
) -> Checked<Option<TransactionId>> {
    let platform = world.tenants[number].id;
    let all = world.read(move |tx| unmatched_deposits::list(tx, platform))?;
    let all: Vec<_> = all.into_iter().filter(|one| one.status == status).map(|one| one.id).collect();
    Ok(rng.pick(&all).copied())
}

fn named(id: TransactionId) -> Value {
    json!({ "transaction": id })
}

/// Coins have an address that they come from, mostly; banks a rail at times, which need not lead there.
fn pushed(world: &World, number: usize, rng: &Rng) -> Option<Value> {
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

fn debited(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let all = world.tenants[number].accounts.iter();
    let dollars: Vec<_> = all.filter(|(_, account)| account.currency == "USD").collect();
    let (id, account) = rng.pick(&dollars)?;
    let most = if rng.percent(80) { account.balance / 4 } else { account.balance.saturating_mul(2) };
    Some(json!({ "account": id, "amount": rng.between(1, most.max(100)) }))
}

fn decided(world: &World, number: usize, rng: &Rng) -> Option<Value> {
    let latest: Vec<_> = world.tenants[number].deposits.keys().rev().take(LATEST).collect();
    Some(json!({ "transaction": rng.pick(&latest)? }))
}
