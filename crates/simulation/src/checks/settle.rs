//! The end of a run: no more faults, and everything that was begun comes to its end.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::cards::CardState;
use causeway_service::runtime::clock::{self, ClockError};
use causeway_service::runtime::{jobs, timers};
use causeway_service::webhooks;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, alerts, cards, jobs as job_rows, outbox};
use serde_json::json;

use super::outcomes;
use crate::violation::{Checked, Violation};
use crate::world::{World, choice, operate};

/// Rounds after which it will not come to an end any more.
const ROUNDS: usize = 3_000;

/// Jobs or deliveries in a round.
const BATCH: u32 = 64;

/// The kind of alert about a card that its issuer does not answer about.
const UNANSWERED: &str = "CARD_ISSUER_UNANSWERED";

/// How long a claim of a process that is gone keeps others waiting, and a little more.
const A_LEASE: Duration = Duration::from_secs(61);

/// Lets time pass until no job and no delivery is left.
pub(crate) fn settle(world: &mut World) -> Checked {
    world.without_faults(|world| {
        resume_clocks(world)?;
        outcomes::follow(world)?;
        land_deposits(world)?;
        for _ in 0..ROUNDS {
            if work(world)? > 0 {
                continue;
            }
            close_unanswered(world)?;
            match wait(world)? {
                Some(time) => world.pass(time),
                None => return Ok(()),
            }
        }
        let left = world.read(|tx| job_rows::list(tx, None, 10))?;
        Err(Violation(format!("there is always something left to do: {left:?}")))
    })
}

fn resume_clocks(world: &World) -> Checked {
    let app = Arc::clone(&world.process.app);
    for tenant in world.tenants.iter().filter(|tenant| tenant.environment == Environment::Sandbox) {
        let platform = tenant.id;
        let resumed: Result<_, ClockError> =
            world.run(app.store.write(&[], move |tx| clock::resume(tx, platform)));
        resumed?;
    }
    Ok(())
}

/// Banks bring what they have announced: they say so through operators.
fn land_deposits(world: &mut World) -> Checked {
    for number in 0..world.tenants.len() {
        let deposits: Vec<_> = world.tenants[number].deposits.keys().copied().collect();
        for transaction in deposits {
            let arguments = json!({ "transaction": transaction, "platform": choice(world, number) });
            operate(world, "payment", "settle", arguments)?;
        }
    }
    Ok(())
}

/// An issuer that never answers about a card is asked for ever, unless an operator closes the card: after a day there is
/// an alert that says so.
fn close_unanswered(world: &mut World) -> Checked {
    let alerted = world.read(|tx| alerts::list(tx, false, 1_000))?;
    let alerted = alerted.into_iter().filter(|alert| alert.kind == UNANSWERED);
    let subjects: Vec<String> = alerted.map(|alert| alert.subject).collect();
    for number in 0..world.tenants.len() {
        let platform = world.tenants[number].id;
        let known = subjects.clone();
        let waiting = world.read(move |tx| {
            let mut waiting = Vec::new();
            for id in known.iter().filter_map(|subject| subject.parse().ok()) {
                let card = cards::find(tx, platform, id)?;
                waiting.extend(card.filter(|card| card.phase.state() == CardState::Processing));
            }
            Ok(waiting)
        })?;
        for card in waiting {
            let arguments = json!({ "card": card.id, "platform": choice(world, number) });
            operate(world, "card", "close", arguments)?;
        }
    }
    Ok(())
}

fn work(world: &World) -> Checked<usize> {
    let app = Arc::clone(&world.process.app);
    // Advances of clocks that are still under way go on meanwhile.
    world.run(timers::pause(timers::ADVANCE_LOOK));
    let ran = world.run(jobs::run_due(&app, None, BATCH))?;
    Ok(ran + world.run(webhooks::deliver_due(&app, None, timers::DELIVERY, BATCH))?)
}

/// How long until there is something to do; none when there is nothing any more.
fn wait(world: &World) -> Checked<Option<Duration>> {
    let app = Arc::clone(&world.process.app);
    let platforms: Vec<_> = world.tenants.iter().map(|tenant| tenant.id).collect();
    let look = move |tx: &mut Tx<'_>| {
        let mut waits = Vec::new();
        for platform in &platforms {
            let (_, now) = clock::show(tx, *platform)?;
            let due = [job_rows::earliest_due(tx, *platform)?, outbox::next_due(tx, *platform)?];
            waits.extend(due.into_iter().flatten().map(|due: Time| due.since(now)));
        }
        Ok::<_, ClockError>(waits.into_iter().min())
    };
    let next = world.run(app.store.read(look))?;
    // What is due now and was not done is claimed by a process that is gone.
    Ok(next.map(|wait| if wait.is_zero() { A_LEASE } else { wait }))
}
