//! What operators do meanwhile.

use std::sync::Arc;

use causeway_service::operator::{Channel, Kind, Operator, OperatorError, PlatformChoice, find};
use serde_json::{Value, json};

use crate::violation::{Checked, Violation, ensure};
use crate::world::World;

/// A customer is approved, rejected, held or released.
pub(super) fn verdict(world: &mut World) -> Checked {
    let rng = world.rng();
    let number = rng.index(world.tenants.len());
    let Some(customer) = rng.pick(&world.tenants[number].customers).map(|customer| customer.id) else {
        return Ok(());
    };
    let verb = rng.weighted((40, "approve"), &[(10, "reject"), (20, "hold"), (30, "release")]);
    act(world, "customer", verb, json!({ "customer": customer, "platform": choice(world, number) }))
}

/// An account is frozen or released.
pub(super) fn move_account(world: &mut World) -> Checked {
    let rng = world.rng();
    let number = rng.index(world.tenants.len());
    let accounts: Vec<_> = world.tenants[number].accounts.keys().copied().collect();
    let Some(account) = rng.pick(&accounts) else { return Ok(()) };
    let verb = rng.weighted((30, "freeze"), &[(70, "release")]);
    act(world, "account", verb, json!({ "account": account, "platform": choice(world, number) }))
}

/// What a rail would have reported of a payment or of its refund is reported by hand, or a refund that failed is made.
pub(super) fn move_payment(world: &mut World) -> Checked {
    let rng = world.rng();
    let number = rng.index(world.tenants.len());
    let executed = world.tenants[number].quotes.values().rev().filter(|quote| quote.is_executed);
    let executed = executed.map(|quote| quote.transaction).take(8);
    let transfers = world.tenants[number].transfers.keys().rev().copied().take(8);
    let executed: Vec<_> = executed.chain(transfers).collect();
    let Some(transaction) = rng.pick(&executed) else { return Ok(()) };
    let arguments = json!({ "transaction": transaction, "platform": choice(world, number) });
    let verbs =
        [(15, "fail"), (15, "return"), (15, "refund"), (10, "release"), (10, "keep"), (40, "resolve")];
    match rng.weighted((15, "settle"), &verbs) {
        "resolve" => act(world, "suspense", "resolve", arguments),
        verb => act(world, "payment", verb, arguments),
    }
}

fn choice(world: &World, number: usize) -> Option<String> {
    PlatformChoice::of(world.tenants[number].id).platform
}

/// Carries an action out by name, as the operator socket does. It may be refused for the state of what it is about.
fn act(world: &mut World, noun: &str, verb: &str, arguments: Value) -> Checked {
    let entry = find(noun, verb).ok_or_else(|| Violation(format!("operators cannot {noun} {verb}")))?;
    let operator = Operator::new(Some("simulation"), Channel::Socket, None);
    let app = Arc::clone(&world.process.app);
    let before = world.host.fault_plan.injected();
    let done = world.run(entry.run(&app, &operator, arguments));
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    match done {
        Ok(_) => Ok(()),
        Err(error) => ensure(had_faults || is_refusal(&error, verb), || format!("{noun} {verb}: {error}")),
    }
}

/// Nobody says here where suspended money is to go to: where its payer has no account that takes it, one must be named.
fn is_refusal(error: &OperatorError, verb: &str) -> bool {
    match error.kind {
        Kind::Refused | Kind::NotFound => true,
        Kind::Invalid => verb == "resolve",
        Kind::Failed | Kind::Unauthorized | Kind::Unavailable => false,
    }
}
