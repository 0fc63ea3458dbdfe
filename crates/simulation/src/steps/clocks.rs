//! Time: the world's, and that of each platform.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Clock;
use causeway_service::background::advance_to;
use causeway_service::runtime::clock::{self, ClockError};
use causeway_service::runtime::timers;
use causeway_store::platforms::Environment;
use futures_util::future::{Either, select};

use crate::checks::check_clocks;
use crate::violation::{Checked, ensure};
use crate::world::World;

/// How much of the world's time passes with each look of an advance that waits for others.
const A_LOOK: Duration = Duration::from_secs(2);

/// Some time passes: mostly little.
pub(super) fn pass(world: &mut World) -> Checked {
    let rng = world.rng();
    let most =
        rng.weighted((60, 2_000), &[(28, 120_000), (9, 1_200_000), (2, 6 * 3_600_000), (1, 30 * 3_600_000)]);
    let millis = u64::try_from(rng.between(1, most)).unwrap_or(1);
    world.pass(Duration::from_millis(millis));
    check_clocks(world)
}

pub(super) fn freeze(world: &mut World) -> Checked {
    let (app, number) = (Arc::clone(&world.process.app), any_platform(world));
    let platform = world.tenants[number].id;
    attempt(world, number, |world| world.run(app.store.write(&[], move |tx| clock::freeze(tx, platform))))
}

pub(super) fn resume(world: &mut World) -> Checked {
    let (app, number) = (Arc::clone(&world.process.app), any_platform(world));
    let platform = world.tenants[number].id;
    attempt(world, number, |world| world.run(app.store.write(&[], move |tx| clock::resume(tx, platform))))
}

/// A platform's clock goes forward, and everything that becomes due on the way is done.
pub(super) fn advance(world: &mut World) -> Checked {
    let (app, number) = (Arc::clone(&world.process.app), any_platform(world));
    let platform = world.tenants[number].id;
    let most = world.rng().weighted((70, 60), &[(25, 1_200), (5, 100_000)]);
    let by = Duration::from_secs(u64::try_from(world.rng().between(0, most)).unwrap_or(0));
    let wall = world.host.clock.clone();
    attempt(world, number, |world| {
        let advancing = async {
            let target = app.store.read(move |tx| clock::target_after(tx, platform, by)).await?;
            advance_to(&app, platform, target).await
        };
        match world.run(while_time_passes(advancing, &wall)) {
            // Injected faults may keep work from being done for long.
            Err(ClockError::NotArrived { .. }) => Ok(()),
            advanced => advanced.map(drop),
        }
    })
}

/// Lets the world's time go on while something waits.
async fn while_time_passes<T>(waiting: impl Future<Output = T>, wall: &Clock) -> T {
    let passing = async {
        loop {
            timers::pause(timers::ADVANCE_LOOK).await;
            wall.advance(A_LOOK);
        }
    };
    match select(std::pin::pin!(waiting), std::pin::pin!(passing)).await {
        Either::Left((done, _)) => done,
        Either::Right((never, _)) => never,
    }
}

fn any_platform(world: &World) -> usize {
    world.rng().index(world.tenants.len())
}

/// Touches a clock: a production platform's stays as it is, and any other may only fail with a fault, or while
/// an earlier advance goes on.
fn attempt<T>(
    world: &mut World,
    number: usize,
    act: impl FnOnce(&mut World) -> Result<T, ClockError>,
) -> Checked {
    let before = world.host.fault_plan.injected();
    let done = act(world);
    let had_faults = world.host.fault_plan.injected() != before;
    if world.process.is_dead() {
        world.restart()?;
    }
    let is_sandbox = world.tenants[number].environment == Environment::Sandbox;
    match done {
        Ok(_) => ensure(is_sandbox, || "the clock of a production platform was touched".to_owned())?,
        Err(ClockError::NotASandbox) => ensure(!is_sandbox, || "a sandbox is none".to_owned())?,
        Err(ClockError::UnderWay) => {}
        Err(error) => ensure(had_faults, || format!("a failure without a fault: {error}"))?,
    }
    check_clocks(world)
}
