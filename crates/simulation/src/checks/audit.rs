//! The audit: all invariants, checked at one time.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::clock::{self, ClockError};
use causeway_store::jobs;

use super::snapshot::Snapshot;
use super::{
    agents, books, deliveries, deposits, events, external_funds, fates, lists, payments, rails, revisions,
    shown, unmatched,
};
use crate::violation::{CheckResult, ensure};
use crate::world::World;

/// The events that many runs together must have met.
pub(crate) const EVENTS: &[&[&str]] = &[
    agents::EVENTS,
    deposits::EVENTS,
    unmatched::EVENTS,
    fates::ENDS,
    fates::REFUNDS,
    fates::WAITS,
    rails::ENDS,
];

/// Checks books, payments, events and deliveries of every platform; at the end also its lists, and that no
/// work is left.
pub(crate) fn audit(world: &mut World, is_settled: bool) -> CheckResult {
    world.without_faults(|world| {
        books::follow(world)?;
        books::prove(world)?;
        for (number, tenant) in world.tenants.iter().enumerate() {
            let snapshot = Snapshot::take(world, tenant.id)?;
            payments::check(world, tenant, &snapshot)?;
            shown::check(world, tenant, &snapshot, is_settled)?;
            external_funds::check(world, tenant, &snapshot)?;
            agents::check(world, tenant)?;
            events::check(world, tenant, &snapshot)?;
            revisions::check(&snapshot)?;
            deliveries::check(world, tenant, &snapshot)?;
            check_rails(world, number, &snapshot, is_settled)?;
            if is_settled {
                payments::check_settled(world, tenant, &snapshot)?;
                agents::check_settled(world, tenant)?;
                deposits::count_settled(world, &snapshot);
                unmatched::count_settled(world, tenant)?;
                deliveries::check_settled(&snapshot)?;
                lists::check(world, number, &snapshot)?;
                revisions::check_settled(world, number, &snapshot)?;
            }
        }
        check_jobs(world)
    })
}

/// Checks the orders of a platform, if its payments go over rails.
fn check_rails(world: &World, number: usize, snapshot: &Snapshot, is_settled: bool) -> CheckResult {
    let Some(payer) = world.rails.as_ref().filter(|payer| payer.tenant == number) else { return Ok(()) };
    let tenant = &world.tenants[number];
    rails::check(world, payer, tenant, snapshot)?;
    if is_settled { rails::check_settled(world, payer, tenant, snapshot) } else { Ok(()) }
}

/// Checks that no job is poisoned, and that none has failed in a run without faults.
fn check_jobs(world: &World) -> CheckResult {
    let failed = world.read(|tx| jobs::list_failed(tx, None, 10))?;
    ensure(failed.is_empty(), || format!("poisoned jobs: {failed:?}"))?;
    if !world.host.fault_plan.was_undisturbed() {
        return Ok(());
    }
    let all = world.read(|tx| jobs::list(tx, None, 1_000))?;
    let retried = all.iter().find(|job| job.last_error.is_some());
    ensure(retried.is_none(), || format!("a job failed without an injected fault: {retried:?}"))
}

/// Maximum age of a response that is asked for again: a little less than the platform's day for which keys
/// are kept (conventions 9).
const MAX_KEY_AGE: Duration = Duration::from_hours(23);

/// Checks that no platform's clock ran backwards, and drops responses that have become too old to ask for.
pub(crate) fn check_clocks(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    for number in 0..world.tenants.len() {
        let platform = world.tenants[number].id;
        let clock: Result<_, ClockError> = world.run(app.store.read(move |tx| clock::show(tx, platform)));
        let now = clock?.1;
        let tenant = &mut world.tenants[number];
        let before = std::mem::replace(&mut tenant.clock, now);
        tenant.remembered.retain(|remembered| now.since(remembered.at) < MAX_KEY_AGE);
        ensure(before <= now, || format!("the clock of {platform} went from {before} to {now}"))?;
    }
    Ok(())
}
