//! The background work of the process, one round at a time, and its crash.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::payments::incoming::approval;
use causeway_service::runtime::{jobs, timers, upkeep};
use causeway_service::webhooks;

use crate::checks::check_clocks;
use crate::violation::CheckResult;
use crate::world::{World, attempt};

/// Runs one round of jobs.
pub(super) fn run_jobs(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let limit = u32::try_from(world.rng().between(1, 16)).unwrap_or(1);
    attempt(world, |world| world.run(jobs::run_due(&app, None, limit)))
}

/// Runs one round of deliveries, and expires overdue approvals.
pub(super) fn deliver(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let limit = u32::try_from(world.rng().between(1, 64)).unwrap_or(1);
    attempt(world, |world| world.run(webhooks::deliver_due(&app, None, timers::DELIVERY_TIMEOUT, limit)))?;
    let app = Arc::clone(&world.process.app);
    attempt(world, |world| world.run(approval::expire_overdue(&app)))
}

/// Seals the ledger, and sometimes folds its checkpoints.
pub(super) fn seal(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    attempt(world, |world| world.run(upkeep::seal_ledger(&app)))?;
    let app = Arc::clone(&world.process.app);
    if world.rng().percent(50) {
        attempt(world, |world| world.run(upkeep::fold_checkpoints(&app)))
    } else {
        Ok(())
    }
}

/// Prunes old rows.
pub(super) fn prune(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    attempt(world, |world| world.run(upkeep::prune(&app)))
}

/// Crashes the process between two requests.
pub(super) fn kill(world: &mut World) -> CheckResult {
    world.restart()?;
    // Sometimes the process stays down until its leases have expired.
    if world.rng().percent(50) {
        world.pass(Duration::from_secs(61));
    }
    check_clocks(world)
}
