//! The end of a run: no more faults, and all started work finishes.

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
use crate::violation::{CheckResult, Violation};
use crate::world::{World, advance_rails, operate, platform_choice, reopen_rails};

/// Number of rounds after which the run is considered endless.
const ROUNDS: usize = 3_000;

/// Jobs or deliveries per round.
const BATCH: u32 = 64;

/// The kind of the alert about an issuer that does not answer.
const UNANSWERED: &str = "CARD_ISSUER_UNANSWERED";

/// Slightly more than the lease of work claimed by a dead process.
const A_LEASE: Duration = Duration::from_secs(61);

/// Advances time until no job and no delivery is left.
pub(crate) fn settle(world: &mut World) -> CheckResult {
    world.without_faults(|world| {
        resume_clocks(world)?;
        reopen_rails(world)?;
        outcomes::follow(world)?;
        settle_announced_deposits(world)?;
        for _ in 0..ROUNDS {
            if work(world)? > 0 || advance_rails(world)? {
                continue;
            }
            close_unanswered(world)?;
            match wait(world)? {
                Some(time) => world.pass(time),
                None => return Ok(()),
            }
        }
        let left = world.read(|tx| job_rows::list(tx, None, 10))?;
        Err(Violation(format!("work does not finish: {left:?}")))
    })
}

fn resume_clocks(world: &World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    for tenant in world.tenants.iter().filter(|tenant| tenant.environment == Environment::Sandbox) {
        let platform = tenant.id;
        let resumed: Result<_, ClockError> =
            world.run(app.store.write(&[], move |tx| clock::resume(tx, platform)));
        resumed?;
    }
    Ok(())
}

/// Settles announced deposits, which banks report through operators.
fn settle_announced_deposits(world: &mut World) -> CheckResult {
    for number in 0..world.tenants.len() {
        let deposits: Vec<_> = world.tenants[number].deposits.keys().copied().collect();
        for transaction in deposits {
            let arguments = json!({ "transaction": transaction, "platform": platform_choice(world, number) });
            operate(world, "payment", "settle", arguments)?;
        }
    }
    Ok(())
}

/// Closes cards after the alert about an issuer that never answers, which is raised after a day; otherwise
/// the issuer would be polled forever.
fn close_unanswered(world: &mut World) -> CheckResult {
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
            let arguments = json!({ "card": card.id, "platform": platform_choice(world, number) });
            operate(world, "card", "close", arguments)?;
        }
    }
    Ok(())
}

fn work(world: &World) -> CheckResult<usize> {
    let app = Arc::clone(&world.process.app);
    // Pending clock advances continue meanwhile.
    world.run(timers::pause(timers::ADVANCE_POLL_INTERVAL));
    let ran = world.run(jobs::run_due(&app, None, BATCH))?;
    Ok(ran + world.run(webhooks::deliver_due(&app, None, timers::DELIVERY_TIMEOUT, BATCH))?)
}

/// Returns the time until work is due, or `None` if there is none.
fn wait(world: &World) -> CheckResult<Option<Duration>> {
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
    // Work that is due but was not done is claimed by a dead process.
    Ok(next.map(|wait| if wait.is_zero() { A_LEASE } else { wait }))
}
