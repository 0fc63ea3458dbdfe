//! Actions of the process that may fail after an injected fault.

use std::fmt::Display;

use super::core::World;
use crate::violation::{CheckResult, ensure};

/// Runs an action that may only fail after an injected fault, and restarts the process if it crashed.
pub(crate) fn attempt<T, E: Display>(
    world: &mut World,
    act: impl FnOnce(&mut World) -> Result<T, E>,
) -> CheckResult {
    let before = world.host.fault_plan.injected();
    let done = act(world);
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    match done {
        Ok(_) => Ok(()),
        Err(error) => ensure(had_faults, || format!("a failure without a fault: {error}")),
    }
}
