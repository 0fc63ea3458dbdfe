//! Operators' actions.

use std::sync::Arc;

use causeway_service::operator::{Channel, Kind, Operator, OperatorError, PlatformChoice, find};
use serde_json::Value;

use super::core::World;
use crate::violation::{CheckResult, Violation, ensure};

/// Returns the platform's name for the operator's interface.
pub(crate) fn platform_choice(world: &World, number: usize) -> Option<String> {
    PlatformChoice::of(world.tenants[number].id).platform
}

/// Runs an operator's action by name, as the operator socket does. It may be refused for the state of its
/// subject.
pub(crate) fn operate(world: &mut World, noun: &str, verb: &str, arguments: Value) -> CheckResult {
    let entry =
        find(noun, verb).ok_or_else(|| Violation(format!("there is no operator action {noun} {verb}")))?;
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

/// Returns `true` if the error is an expected refusal. Actions may be invalid, because the simulation does
/// not name a destination for suspended money, which is needed if the payer has no account that takes it, and
/// does not check beforehand which rails and chains reach an account, if a quote can still be funded, or if a
/// platform is in the sandbox.
fn is_refusal(error: &OperatorError, verb: &str) -> bool {
    match error.kind {
        Kind::Refused | Kind::NotFound => true,
        Kind::Invalid => matches!(verb, "resolve" | "push" | "debit" | "late"),
        Kind::Failed | Kind::Unauthorized | Kind::Unavailable => false,
    }
}
