//! The rails of a run: their feeds, their partners, and pushes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{Method, Request};
use causeway_domain::ids::TransactionId;
use causeway_service::rails;
use causeway_service::runtime::timers;
use causeway_store::rails::RailStatus;
use serde_json::json;
use tower::ServiceExt;

use super::attempt::attempt;
use super::core::World;
use super::operate::operate;
use super::rail_adapter::AdapterPush;
use super::rail_orders::PartnerPace;
use crate::violation::{CheckResult, ensure};

/// Slightly more than the interval at which a rail that does not answer is asked.
const A_PROBE: Duration = timers::RAIL_PROBE.saturating_add(Duration::from_secs(1));

/// Number of questions after which a rail must count as one that answers.
const PROBES: usize = 12;

/// Reads the changed rails and their feeds, as the loop of a server does.
pub(crate) fn follow_feeds(world: &mut World) -> CheckResult {
    let app = Arc::clone(&world.process.app);
    attempt(world, |world| world.run(rails::follow_once(&app)))
}

/// Lets the partner of each rail work; returns `true` if an order has moved.
pub(crate) fn let_partners_work(world: &World, pace: PartnerPace) -> bool {
    let returnable: BTreeSet<TransactionId> = match &world.rails {
        Some(payer) => world.tenants[payer.tenant].transfers.keys().copied().collect(),
        None => return false,
    };
    let worked = world.host.rails.iter().map(|rail| rail.work(pace, &returnable));
    worked.fold(false, |before, has_moved| before | has_moved)
}

/// Returns `true` if the process counts a rail as one that does not answer.
pub(crate) fn has_silent_rail(world: &World) -> bool {
    let app = &world.process.app;
    app.rails.table().rails.iter().any(|rail| app.rails.link().is_silent(rail))
}

/// Lets every adapter answer again, and enables the rails that operators have paused.
pub(crate) fn reopen_rails(world: &mut World) -> CheckResult {
    if world.rails.is_none() {
        return Ok(());
    }
    for rail in world.host.rails.clone() {
        rail.be_reached();
    }
    for _ in 0..PROBES {
        follow_feeds(world)?;
        if !has_silent_rail(world) {
            break;
        }
        world.pass(A_PROBE);
    }
    ensure(!has_silent_rail(world), || "a rail counts as silent, although its adapter answers".to_owned())?;
    let known = world.process.app.rails.table();
    let paused = known.rails.iter().filter(|rail| rail.record.status == RailStatus::Paused);
    let paused: Vec<String> = paused.map(|rail| rail.record.name.clone()).collect();
    paused.iter().try_for_each(|rail| operate(world, "rail", "resume", json!({ "rail": rail })))
}

/// Lets the partners pay what is open, and reads the feeds; returns `true` if an order has moved.
pub(crate) fn advance_rails(world: &mut World) -> CheckResult<bool> {
    if world.rails.is_none() {
        return Ok(false);
    }
    let has_moved = let_partners_work(world, PartnerPace::Steady);
    follow_feeds(world)?;
    Ok(has_moved)
}

/// Sends a push to the service, and returns the status of the answer.
pub(crate) fn send_push(world: &World, push: &AdapterPush) -> CheckResult<u16> {
    let mut request = Request::builder().method(Method::POST).uri(&push.path);
    request = request.header(HOST, "service.example").header(CONTENT_TYPE, "application/json");
    for (name, value) in &push.headers {
        request = request.header(*name, value);
    }
    let request = request.body(Body::from(push.body.clone()))?;
    let answered = world.run(world.process.router.clone().oneshot(request));
    let status = answered.unwrap_or_else(|never| match never {}).status().as_u16();
    world.host.trace.note(&format!("push to {} {} -> {status}", push.path, push.body));
    Ok(status)
}
