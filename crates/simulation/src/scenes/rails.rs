//! Rails, and a production platform that pays over them.

use std::collections::BTreeSet;

use causeway_rail_protocol::signing::VerifyingKey;
use causeway_store::platforms::Environment;
use causeway_wire::table::{ExternalAccounts, Operation, Transfers};
use serde_json::{Value, json};

use super::act::{call, perform, work};
use crate::areas::learn_transfer;
use crate::platforms::create_platform;
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{RailAdapter, RailPayer, World, act, advance_rails, platform_choice};

/// The address of a receiver that gets nothing: the platform has no webhook endpoint.
const RECEIVER: &str = "127.0.0.1:7004";
/// The debit that fills the platform's account, in cents.
const FUNDS: i64 = 20_000_000;
/// Largest amount of the first rail, in cents. Larger payments go over the second one.
const OF_FIRST_RAIL: i64 = 150_000;
/// The numbers of the accounts that are paid and debited.
const NUMBERS: &[&str] = &["900000001", "900000002", "900000003"];
/// Rounds after which the debit has settled.
const ROUNDS: usize = 8;
/// The corridors of every adapter with their payment rails.
const CORRIDORS: &[(&str, &str)] = &[("usd-instant", "RTP"), ("usd-ach", "ACH"), ("usd-debit", "ACH")];

/// Attaches the rails of the run, if it has any, to a new platform with money.
pub(super) fn attach(world: &mut World) -> CheckResult {
    if world.host.rails.is_empty() {
        return Ok(());
    }
    let tenant = create_platform(world, Environment::Production, &["USD"], RECEIVER)?;
    let address = json!({ "line1": "1 Main St", "city": "New York", "postalCode": "10001", "country": "US" });
    let identity = json!({
        "platform": platform_choice(world, tenant), "legal_name": "Acme Inc.", "address": address.to_string(),
    });
    act(world, "platform", "set", identity)?;
    world.rails = Some(RailPayer { tenant, contested: BTreeSet::new() });
    for (number, rail) in world.host.rails.clone().iter().enumerate() {
        add(world, tenant, rail)?;
        enable(world, rail, (number == 0).then_some(OF_FIRST_RAIL), number)?;
    }
    for number in NUMBERS {
        register(world, tenant, number)?;
    }
    fund(world, tenant)
}

/// Adds the rail of an adapter, and binds its account.
fn add(world: &World, tenant: usize, rail: &RailAdapter) -> CheckResult {
    let name = rail.name;
    let new = json!({ "name": name, "url": rail.url(), "adapter_key": rail.key(), "allow": "127.0.0.0/8" });
    let added = act(world, "rail", "add", new)?;
    let key: Result<VerifyingKey, _> = text(&added, "service_key")?.parse();
    let key = key.map_err(|_| Violation(format!("no key in {added}")))?;
    rail.attach(text(&added, "rail")?.parse()?, key);
    let account = format!("{name}-usd");
    let home = platform_choice(world, tenant);
    act(world, "rail-account", "add", json!({ "name": account, "currency": "USD", "home": home }))?;
    let bound = json!({ "rail": name, "theirs": "main-usd", "ours": account });
    act(world, "rail-account", "bind", bound).map(drop)
}

/// Enables a rail and sets its routes.
fn enable(world: &World, rail: &RailAdapter, maximum: Option<i64>, rank: usize) -> CheckResult {
    let name = rail.name;
    act(world, "rail", "resume", json!({ "rail": name }))?;
    for (corridor, payment_rail) in CORRIDORS {
        let route = json!({
            "rail": name, "corridor": corridor, "account_type": "USD_ACCOUNT", "payment_rail": payment_rail,
            "currency": "USD", "maximum": maximum, "rank": rank,
        });
        act(world, "rail-route", "set", route)?;
    }
    Ok(())
}

/// Registers and enables an account of the platform.
fn register(world: &mut World, tenant: usize, number: &str) -> CheckResult {
    let address = json!({ "line1": "1 Main St", "city": "New York", "postalCode": "10001", "country": "US" });
    let holder = json!({ "beneficiaryType": "BUSINESS", "legalName": "Acme Inc.", "address": address });
    let info = json!({ "accountType": "USD_ACCOUNT", "accountNumber": number, "routingNumber": "021000021",
        "beneficiary": holder });
    let create = Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccount);
    let request = call(world, tenant, create).json(json!({ "currency": "USD", "accountInfo": info }));
    let registered = perform(world, &request)?;
    let enabled = json!({ "account": registered["id"], "platform": platform_choice(world, tenant) });
    act(world, "external-account", "enable", enabled).map(drop)
}

/// Fills the platform's account by a debit.
fn fund(world: &mut World, tenant: usize) -> CheckResult {
    let payer = &world.tenants[tenant];
    let accounts = payer.externals.first().map(|one| one.id).zip(payer.accounts.keys().next().copied());
    let (source, destination) =
        accounts.ok_or_else(|| Violation("the platform of the rails has no accounts".to_owned()))?;
    let debit = json!({
        "source": { "accountId": source }, "destination": { "accountId": destination }, "amount": FUNDS,
    });
    // The feeds of new rails are read once before they take orders.
    advance_rails(world)?;
    let operation = Operation::Transfers(Transfers::CreateTransferIn);
    let request = call(world, tenant, operation).json(debit).keyed(&world.host.rails_rng);
    let started = perform(world, &request)?;
    for _ in 0..ROUNDS {
        work(world)?;
        advance_rails(world)?;
    }
    work(world)?;
    learn_transfer(world, tenant, text(&started, "id")?.parse()?)?;
    let balance = world.tenants[tenant].accounts.get(&destination).map_or(0, |account| account.balance);
    ensure(balance == FUNDS, || format!("the platform of the rails has {balance} after its first debit"))
}

/// Returns a string member of a report or a response.
fn text<'a>(body: &'a Value, name: &str) -> CheckResult<&'a str> {
    body[name].as_str().ok_or_else(|| Violation(format!("no {name} in {body}")))
}
