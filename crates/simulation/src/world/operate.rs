//! Operators' actions.

use std::sync::Arc;

use causeway_service::operator::{
    ActionOutput, Actor, Admission, Caller, Channel, Grant, Kind, OperatorError, Request, admit,
};
use serde_json::Value;

use super::core::World;
use crate::violation::{CheckResult, Violation, ensure};

/// Returns the platform's name for the operator's interface.
pub(crate) fn platform_choice(world: &World, number: usize) -> Option<String> {
    Some(world.tenants[number].id.to_string())
}

/// Runs an operator's action by name, as the operator socket does. It may be refused for the state of its
/// subject.
pub(crate) fn operate(world: &mut World, noun: &str, verb: &str, arguments: Value) -> CheckResult {
    let (admission, request) = admitted(noun, verb, arguments)?;
    let app = Arc::clone(&world.process.app);
    let id = app.ids.uuid(app.clock.now());
    let before = world.host.fault_plan.injected();
    let done = world.run(admission.run(&app, id, request));
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    match done {
        Ok(_) => Ok(()),
        Err(error) => ensure(had_faults || is_refusal(&error, verb), || format!("{noun} {verb}: {error}")),
    }
}

/// Shows a resource by an operator's action that only reads.
pub(crate) fn look(world: &World, noun: &str, verb: &str, arguments: Value) -> CheckResult<Value> {
    act(world, noun, verb, arguments)
}

/// Runs an operator's action that must succeed, and returns its report.
pub(crate) fn act(world: &World, noun: &str, verb: &str, arguments: Value) -> CheckResult<Value> {
    let (admission, request) = admitted(noun, verb, arguments)?;
    let app = Arc::clone(&world.process.app);
    let id = app.ids.uuid(app.clock.now());
    match world.run(admission.run(&app, id, request)) {
        Ok(ActionOutput::Report { json, .. }) => Ok(json),
        Ok(ActionOutput::Export(_)) => Err(Violation(format!("{noun} {verb} is an export"))),
        Err(error) => Err(Violation(format!("{noun} {verb}: {error}"))),
    }
}

fn admitted(noun: &str, verb: &str, arguments: Value) -> CheckResult<(Admission, Request)> {
    let caller = Caller::new(Actor::new("simulation"), Channel::Socket, Grant::all());
    let admission = admit(&caller, noun, verb).map_err(|error| Violation(error.to_string()))?;
    let Value::Object(arguments) = arguments else {
        return Err(Violation(format!("the arguments of {noun} {verb} are no object")));
    };
    let reason = Some("a simulation".to_owned());
    Ok((admission, Request { arguments, reason, ..Request::default() }))
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
