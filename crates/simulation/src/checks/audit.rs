//! Everything that must hold at any time, checked at once.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::clock::{self, ClockError};
use causeway_store::jobs;

use super::snapshot::Snapshot;
use super::{
    agents, books, deliveries, deposits, events, external_funds, lists, payments, revisions, strays,
};
use crate::violation::{Checked, ensure};
use crate::world::World;

/// What must have happened once when many runs have ended.
pub(crate) const EVENTS: &[&[&str]] = &[agents::EVENTS, deposits::EVENTS, strays::EVENTS];

/// Checks books, payments, events and deliveries of every platform; at the end also its lists, and that nothing is
/// left to do.
pub(crate) fn audit(world: &mut World, is_settled: bool) -> Checked {
    world.without_faults(|world| {
        books::follow(world)?;
        books::prove(world)?;
        for (number, tenant) in world.tenants.iter().enumerate() {
            let snapshot = Snapshot::take(world, tenant.id)?;
            payments::check(world, tenant, &snapshot)?;
            external_funds::check(world, tenant, &snapshot)?;
            agents::check(world, tenant)?;
            events::check(world, tenant, &snapshot)?;
            revisions::check(&snapshot)?;
            deliveries::check(world, tenant, &snapshot)?;
            if is_settled {
                payments::check_settled(world, tenant, &snapshot)?;
                agents::check_settled(world, tenant)?;
                deposits::count_settled(world, &snapshot);
                strays::count_settled(world, tenant)?;
                deliveries::check_settled(&snapshot)?;
                lists::check(world, number, &snapshot)?;
                revisions::check_settled(world, number, &snapshot)?;
            }
        }
        check_jobs(world)
    })
}

/// No job is poisoned, and in a world without faults none has ever failed.
fn check_jobs(world: &World) -> Checked {
    let failed = world.read(|tx| jobs::list_failed(tx, None, 10))?;
    ensure(failed.is_empty(), || format!("poisoned: {failed:?}"))?;
    if !world.host.fault_plan.was_undisturbed() {
        return Ok(());
    }
    let all = world.read(|tx| jobs::list(tx, None, 1_000))?;
    let stumbled = all.iter().find(|job| job.last_error.is_some());
    ensure(stumbled.is_none(), || format!("failed without a fault: {stumbled:?}"))
}

/// Keys are remembered for a day of their platform (conventions 9); nobody asks for an answer that is nearly as old.
const REMEMBERED: Duration = Duration::from_hours(23);

/// No platform's clock has run backwards. What it has made too old is not asked for any more.
pub(crate) fn check_clocks(world: &mut World) -> Checked {
    let app = Arc::clone(&world.process.app);
    for number in 0..world.tenants.len() {
        let platform = world.tenants[number].id;
        let shown: Result<_, ClockError> = world.run(app.store.read(move |tx| clock::show(tx, platform)));
        let now = shown?.1;
        let tenant = &mut world.tenants[number];
        let before = std::mem::replace(&mut tenant.clock, now);
        tenant.remembered.retain(|remembered| now.since(remembered.at) < REMEMBERED);
        ensure(before <= now, || format!("the clock of {platform} went from {before} to {now}"))?;
    }
    Ok(())
}
