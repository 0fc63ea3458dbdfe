//! Everything that must hold at any time, checked at once.

use std::sync::Arc;

use causeway_service::runtime::clock::{self, ClockError};
use causeway_store::jobs;

use super::picture::Picture;
use super::{books, deliveries, elsewhere, events, lists, payments};
use crate::broken::{Holds, must};
use crate::world::World;

/// Checks books, payments, events and deliveries of every platform; at the end also its lists, and that nothing is
/// left to do.
pub(crate) fn audit(world: &mut World, is_settled: bool) -> Holds {
    world.in_calm(|world| {
        books::follow(world)?;
        books::prove(world)?;
        for (number, tenant) in world.tenants.iter().enumerate() {
            let picture = Picture::take(world, tenant.id)?;
            payments::check(world, tenant, &picture)?;
            elsewhere::check(world, tenant, &picture)?;
            events::check(world, tenant, &picture)?;
            deliveries::check(world, tenant, &picture)?;
            if is_settled {
                payments::check_settled(world, tenant, &picture)?;
                deliveries::check_settled(&picture)?;
                lists::check(world, number, &picture)?;
            }
        }
        check_jobs(world)
    })
}

/// No job is poisoned, and in a world without faults none has ever failed.
fn check_jobs(world: &World) -> Holds {
    let failed = world.read(|tx| jobs::list_failed(tx, None, 10))?;
    must(failed.is_empty(), || format!("poisoned: {failed:?}"))?;
    if !world.lasting.weather.was_always_calm() {
        return Ok(());
    }
    let all = world.read(|tx| jobs::list(tx, None, 1_000))?;
    let stumbled = all.iter().find(|job| job.last_error.is_some());
    must(stumbled.is_none(), || format!("failed without a fault: {stumbled:?}"))
}

/// No platform's clock has run backwards.
pub(crate) fn check_clocks(world: &mut World) -> Holds {
    let app = Arc::clone(&world.process.app);
    for number in 0..world.tenants.len() {
        let platform = world.tenants[number].id;
        let shown: Result<_, ClockError> = world.run(app.store.read(move |tx| clock::show(tx, platform)));
        let now = shown?.1;
        let before = std::mem::replace(&mut world.tenants[number].clock, now);
        must(before <= now, || format!("the clock of {platform} went from {before} to {now}"))?;
    }
    Ok(())
}
