//! Sending requests and checking each response.

use std::str::FromStr;

use causeway_store::outbox::{self, Filter};
use causeway_wire::Code;
use causeway_wire::table::{Auth, ExternalAccounts, Operation, Sandbox};

use super::{balances, outcomes};
use crate::areas::{ReadBack, area_of};
use crate::requests::{Expectation, Request, Response};
use crate::violation::{CheckResult, Violation, ensure};
use crate::world::{RememberedResponse, World, has_silent_rail, send, send_together};

/// Number of responses per platform that are kept for repetition.
const REMEMBERED: usize = 40;

/// The circumstances of a request.
struct Circumstances {
    /// `true` if faults were injected meanwhile.
    had_faults: bool,
    /// `true` if no other request was under way.
    is_alone: bool,
    /// Number of the platform's events before the request.
    events_before: i64,
}

/// Sends requests concurrently and checks their results.
pub(crate) fn submit(world: &mut World, requests: &[Request]) -> CheckResult {
    let Some(first) = requests.first() else { return Ok(()) };
    let events_before = world.without_faults(|world| {
        outcomes::follow(world)?;
        count_events(world, first.tenant)
    })?;
    let before = world.host.fault_plan.injected();
    // A rail that counts as silent refuses payments without being asked.
    let was_silent = has_silent_rail(world);
    let responses = send_together(world, requests)?;
    let crashed = world.process.is_dead();
    let had_faults = was_silent || world.host.fault_plan.injected() != before;
    if crashed {
        world.restart()?;
    }
    let circumstances =
        Circumstances { had_faults, is_alone: requests.len() == 1 && !crashed, events_before };
    world.without_faults(|world| {
        let mut unknown = Vec::new();
        for (request, response) in requests.iter().zip(&responses) {
            world.host.counts.request(request.operation, response.status);
            if crashed && response.is_failure() {
                unknown.push(request);
            } else {
                check(world, request, response, &circumstances)?;
            }
        }
        // Unknown outcomes are resolved after the answered requests, which may have used the same keys first;
        // keyed ones come first, because their repetition shows their effect, while those of the others must
        // be searched for.
        unknown.sort_by_key(|request| request.honoured_key().is_none());
        unknown.into_iter().try_for_each(|request| resolve(world, request))?;
        // A stablecoin payment that cannot be used is returned within the request that brings it.
        outcomes::follow(world)?;
        balances::check(world)
    })
}

/// Checks one response and records its effects.
fn check(
    world: &mut World,
    request: &Request,
    response: &Response,
    circumstances: &Circumstances,
) -> CheckResult {
    check_response(request, response, circumstances.had_faults)?;
    let is_call = request.method == request.operation.row().method.as_str();
    let has_effect = response.is_success() && !response.is_replayed && is_call;
    let may_leave_an_event = is_test_webhook(request) || is_failed_proof(request, response);
    if circumstances.is_alone && !has_effect && !may_leave_an_event {
        let events = count_events(world, request.tenant)?;
        ensure(events == circumstances.events_before, || {
            format!("{} {} had no effect but left an event", request.method, request.path)
        })?;
    }
    if has_effect {
        learn(world, request, response)?;
        if circumstances.is_alone {
            confirm(world, request, response)?;
        }
    }
    remember(world, request, response);
    Ok(())
}

/// Returns `true` if a wrong signature was refused: it uses up its challenge, and the account becomes
/// unverified (money 4.6).
fn is_failed_proof(request: &Request, response: &Response) -> bool {
    let is_proof = matches!(
        request.operation,
        Operation::ExternalAccounts(
            ExternalAccounts::VerifyExternalAccountOwnership
                | ExternalAccounts::VerifyPlatformExternalAccountOwnership
        )
    );
    is_proof && response.status == 400
}

/// Returns `true` for a test webhook, which leaves an event even if the request fails.
fn is_test_webhook(request: &Request) -> bool {
    request.operation == Operation::Sandbox(Sandbox::SendTestWebhook)
}

fn check_response(request: &Request, response: &Response, had_faults: bool) -> CheckResult {
    let exchange = || format!("{} {}: {} {}", request.method, request.path, response.status, response.text());
    if response.is_failure() {
        return ensure(had_faults, || format!("a failure without a fault: {}", exchange()));
    }
    if response.status >= 400 && request.method != "HEAD" {
        let body = response.json();
        let is_whole = body["status"] == response.status && body["message"].is_string();
        ensure(is_whole && Code::from_str(&response.code()).is_ok(), || {
            format!("not an error body: {}", exchange())
        })?;
    }
    let expected = match &request.expects {
        Expectation::AnyResponse => true,
        Expectation::Success => response.is_success() || had_faults,
        Expectation::ApiError => !response.is_success(),
        Expectation::Status(status) => response.status == *status,
        Expectation::Replay { status, body } => {
            response.is_replayed && response.status == *status && response.body == *body
        }
        Expectation::KeyReused => {
            response.status == 409 && response.json()["details"]["reason"] == "IDEMPOTENCY_KEY_REUSED"
        }
    };
    ensure(expected, || format!("expected {:?}: {}", request.expects, exchange()))
}

/// Keeps the response to a keyed request if the service must keep it too (conventions 9).
fn remember(world: &mut World, request: &Request, response: &Response) {
    // The response may be slightly newer: the clock has advanced since it was last read.
    let at = world.tenants[request.tenant].clock;
    let rng = world.rng();
    let is_first = matches!(request.expects, Expectation::AnyResponse | Expectation::Success);
    let is_agents = request.operation.row().auth == Auth::Agent;
    if is_agents
        || request.honoured_key().is_none()
        || !is_first
        || !is_kept(response)
        || request.method != "POST"
    {
        return;
    }
    let entry = RememberedResponse {
        request: request.clone(),
        status: response.status,
        body: response.body.clone(),
        at,
    };
    let all = &mut world.tenants[request.tenant].remembered;
    if all.len() < REMEMBERED {
        all.push(entry);
    } else {
        all[rng.index(REMEMBERED)] = entry;
    }
}

fn is_kept(response: &Response) -> bool {
    if response.is_success() {
        return true;
    }
    let body = response.json();
    let reason = body["details"]["reason"].as_str().unwrap_or_default();
    let leaves_key_free = Code::from_str(&response.code()).is_ok_and(Code::leaves_key_free);
    response.status < 500 && response.status != 413 && !leaves_key_free && !reason.starts_with("IDEMPOTENCY_")
}

fn count_events(world: &World, tenant: usize) -> CheckResult<i64> {
    let platform = world.tenants[tenant].id;
    let count = world.read(move |tx| outbox::count(tx, platform, &Filter::default()))?;
    count.ok_or_else(|| Violation("too many events to count".to_owned()))
}

/// Records the effects of a request, and checks that it took effect once under its key.
fn learn(world: &mut World, request: &Request, response: &Response) -> CheckResult {
    if let Some(key) = request.honoured_key() {
        let name = (request.path.clone(), key.to_owned());
        let is_first = world.tenants[request.tenant].carried_out.insert(name);
        ensure(is_first, || format!("{} took effect twice under the key {key}", request.path))?;
    }
    area_of(&request.operation).learn(world, request, &response.json())
}

/// Checks that the resource of a successful response can be read back.
fn confirm(world: &World, request: &Request, response: &Response) -> CheckResult {
    let mut body = response.json();
    let by_first_token = |look: Request| look.authorized_by(world.tenants[request.tenant].first_token());
    match area_of(&request.operation).verify(request, &body) {
        None => Ok(()),
        Some(ReadBack::Gone(look)) => {
            let look = by_first_token(look);
            send(world, &look)?.expect_status(404, &look)
        }
        Some(ReadBack::Same(look)) => {
            let look = by_first_token(look);
            let resource = send(world, &look)?;
            resource.expect_status(200, &look)?;
            if let Some(members) = body.as_object_mut() {
                // The secret is returned only once.
                members.shift_remove("clientSecret");
            }
            ensure(resource.json() == body, || {
                format!(
                    "{} {} answered {body}, but reading it back gives {}",
                    request.method,
                    request.path,
                    resource.text()
                )
            })
        }
    }
}

/// Determines the outcome of a request during which the process crashed. A keyed request is repeated.
fn resolve(world: &mut World, request: &Request) -> CheckResult {
    match request.expects {
        Expectation::AnyResponse
        | Expectation::Success
        | Expectation::Replay { .. }
        | Expectation::KeyReused => {}
        // It cannot have succeeded.
        Expectation::ApiError | Expectation::Status(_) => return Ok(()),
    }
    if request.method != request.operation.row().method.as_str() {
        return Ok(());
    }
    // An agent's request may be refused later, because its policy changes: its effects are read back instead.
    match request.honoured_key().filter(|_| request.operation.row().auth == Auth::Platform) {
        Some(key) => repeat(world, request, key),
        None => area_of(&request.operation).resolve(world, request),
    }
}

fn repeat(world: &mut World, request: &Request, key: &str) -> CheckResult {
    // The token of the request may have been deleted meanwhile.
    let again = request.clone().authorized_by(world.tenants[request.tenant].first_token());
    let mut response = send(world, &again)?;
    let is_known =
        world.tenants[request.tenant].carried_out.contains(&(request.path.clone(), key.to_owned()));
    if matches!(request.expects, Expectation::AnyResponse | Expectation::Success) && !is_known {
        // The first response was lost: the replayed one replaces it.
        response.is_replayed = false;
    }
    let circumstances = Circumstances { had_faults: false, is_alone: false, events_before: 0 };
    check(world, &again, &response, &circumstances)
}
