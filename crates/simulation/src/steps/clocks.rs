//! Wall time, and the clock of each platform.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Clock;
use causeway_service::background::advance_to;
use causeway_service::runtime::clock::{self, ClockError};
use causeway_service::runtime::timers;
use causeway_store::platforms::Environment;
use futures_util::future::{Either, select};

use crate::checks::check_clocks;
use crate::violation::{CheckResult, ensure};
use crate::world::World;

/// Wall time that passes with each poll of a pending clock advance.
const ADVANCE_PER_POLL: Duration = Duration::from_secs(2);

/// Lets wall time pass, mostly little.
pub(super) fn pass(world: &mut World) -> CheckResult {
    let rng = world.rng();
    let most =
        rng.weighted(60, 2_000, &[(28, 120_000), (9, 1_200_000), (2, 6 * 3_600_000), (1, 30 * 3_600_000)]);
    let millis = u64::try_from(rng.between(1, most)).unwrap_or(1);
    world.pass(Duration::from_millis(millis));
    check_clocks(world)
}

pub(super) fn freeze(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let number = any_platform(world);
    let platform = world.tenants[number].id;
    attempt(world, number, |world| world.run(app.store.write(&[], move |tx| clock::freeze(tx, platform))))
}

pub(super) fn resume(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let number = any_platform(world);
    let platform = world.tenants[number].id;
    attempt(world, number, |world| world.run(app.store.write(&[], move |tx| clock::resume(tx, platform))))
}

/// Advances a platform's clock, and thereby runs everything that becomes due.
pub(super) fn advance(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    let number = any_platform(world);
    let platform = world.tenants[number].id;
    let most = world.rng().weighted(70, 60, &[(25, 1_200), (5, 100_000)]);
    let by = Duration::from_secs(u64::try_from(world.rng().between(0, most)).unwrap_or(0));
    let wall = world.host.clock.clone();
    attempt(world, number, |world| {
        let advancing = async {
            let target = app.store.read(move |tx| clock::target_after(tx, platform, by)).await?;
            advance_to(&app, platform, target).await
        };
        match world.run(while_time_passes(advancing, &wall)) {
            // Injected faults may delay the due work for long.
            Err(ClockError::NotArrived { .. }) => Ok(()),
            advanced => advanced.map(drop),
        }
    })
}

/// Advances wall time while a future is pending.
async fn while_time_passes<T>(waiting: impl Future<Output = T>, wall: &Clock) -> T {
    let passing = async {
        loop {
            timers::pause(timers::ADVANCE_POLL_INTERVAL).await;
            wall.advance(ADVANCE_PER_POLL);
        }
    };
    match select(std::pin::pin!(waiting), std::pin::pin!(passing)).await {
        Either::Left((done, _)) => done,
        Either::Right((never, _)) => never,
    }
}

fn any_platform(world: &World) -> usize {
    world.rng().index(world.ordinary_tenants())
}

/// Changes a clock. A production platform's clock refuses changes; a sandbox platform's may fail only after a
/// fault, or while an earlier advance is pending.
fn attempt<T>(
    world: &mut World,
    number: usize,
    act: impl FnOnce(&mut World) -> Result<T, ClockError>,
) -> CheckResult {
    let before = world.host.fault_plan.injected();
    let done = act(world);
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    let is_sandbox = world.tenants[number].environment == Environment::Sandbox;
    match done {
        Ok(_) => ensure(is_sandbox, || "the clock of a production platform was changed".to_owned())?,
        Err(ClockError::NotASandbox) => {
            ensure(!is_sandbox, || "a sandbox platform is refused as production".to_owned())?
        }
        Err(ClockError::UnderWay) => {}
        Err(error) => ensure(had_faults, || format!("a failure without a fault: {error}"))?,
    }
    check_clocks(world)
}
