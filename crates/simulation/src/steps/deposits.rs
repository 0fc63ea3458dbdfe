//! Money that others send to accounts, or debit by their coordinates, and what operators decide about it (money 3.5).

use serde_json::{Value, json};

use crate::platforms::any_tenant;
use crate::rng::Rng;
use crate::violation::Checked;
use crate::world::{World, choice, operate};

/// What is done, by its weight. The banks of deposits that were announced speak through operators, too.
const FIRST: (u32, &str) = (44, "push");
const OTHERS: &[(u32, &str)] =
    &[(12, "debit"), (14, "settle"), (6, "fail"), (10, "release"), (8, "reject"), (6, "resolve")];

/// Deposits that are decided about: the latest.
const LATEST: usize = 4;

/// The same on any platform.
pub(super) fn move_any(world: &mut World) -> Checked {
    let tenant = any_tenant(&world.rng());
    move_one(world, tenant)
}

/// Money comes, or a third party debits it; or something becomes of what has come.
pub(super) fn move_one(world: &mut World, number: usize) -> Checked {
    let rng = world.rng();
    let verb = rng.weighted(FIRST, OTHERS);
    let arguments = match verb {
        "push" => pushed(world, number, &rng),
        "debit" => debited(world, number, &rng),
        _ => decided(world, number, &rng),
    };
    let Some(mut arguments) = arguments else { return Ok(()) };
    arguments["platform"] = choice(world, number).into();
    match verb {
        "settle" | "fail" => operate(world, "payment", verb, arguments),
        "resolve" => operate(world, "suspense", verb, arguments),
        _ => operate(world, "deposit", verb, arguments),
    }
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
