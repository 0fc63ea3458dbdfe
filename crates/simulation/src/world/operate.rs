//! What operators do.

use std::sync::Arc;

use causeway_service::operator::{Channel, Kind, Operator, OperatorError, PlatformChoice, find};
use serde_json::Value;

use super::core::World;
use crate::violation::{Checked, Violation, ensure};

/// A platform as operators name it.
pub(crate) fn choice(world: &World, number: usize) -> Option<String> {
    PlatformChoice::of(world.tenants[number].id).platform
}

/// Carries an action out by name, as the operator socket does. It may be refused for the state of what it is about.
pub(crate) fn operate(world: &mut World, noun: &str, verb: &str, arguments: Value) -> Checked {
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

/// Nobody says here where suspended money is to go to: where its payer has no account that takes it, one must be named. Nor
/// does anybody look up which rails and chains lead to an account, whether a quote still takes money, or whether a platform
/// is of the sandbox.
fn is_refusal(error: &OperatorError, verb: &str) -> bool {
    match error.kind {
        Kind::Refused | Kind::NotFound => true,
        Kind::Invalid => matches!(verb, "resolve" | "push" | "debit" | "late"),
        Kind::Failed | Kind::Unauthorized | Kind::Unavailable => false,
    }
}
